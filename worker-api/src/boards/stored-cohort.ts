import { METRIC_IDS, type MetricId } from '@opfsmark/schema/boards';
import { binOf, type CohortStatistics, type Statistic, type TypicalRun, valueOfBin } from '@opfsmark/schema/ranks';
import type { SubjectNames } from './lines.ts';
import { setOfMetrics, shortText } from './stored-metrics.ts';

/** A cohort as lists show it: its name as it stands on boards, and what providers say. */
export interface Cohort extends Omit<CohortStatistics, 'names'> {
  readonly shown: SubjectNames;
}

type StoredRun = readonly [run_id: string, browser: string, version: string, core: string, created_ms: number];
/** Which metrics there are, as in a row of `run`, and each of them: see `packOne`. */
type StoredStatistics = readonly [set: string, statistics: string];

/** Of a cohort's row. What a cohort of one run says is that run's row, which is read with it: most have one. */
interface StoredBody {
  readonly shown: readonly [slug: string, name: string, filesystem?: string];
  readonly drives?: readonly (readonly [slug: string, name: string])[];
  readonly sources: CohortStatistics['sources'];
  readonly counts: readonly [runs: number, confirmedRuns: number];
  readonly only?: string;
  /** The newest of each provider; a row that was counted before it was kept has none. */
  readonly newest?: readonly string[];
  readonly runs?: readonly StoredRun[];
  readonly all?: StoredStatistics;
  readonly confirmed?: StoredStatistics;
}

/** The row of a cohort's only run; `null` in each where it has others. */
export interface OnlyRun {
  readonly metric_set: string | null;
  readonly metrics: string | null;
  readonly browser: string | null;
  readonly browser_version: string | null;
  readonly core: string | null;
  readonly created_ms: number | null;
}

type StoredCohort = OnlyRun & { readonly body: string };

/** 'value/p99/ceiling/run/low/high/providers/bin:count+bin:count', as far as it is not what is usual: of one provider as in a row of `run`. */
function packOne(statistic: Statistic, runIndex: number): string {
  const { value, p99_ns, ceiling, low, high, providers, bins } = statistic;
  const text = (n: number | null | undefined) => (n === null || n === undefined ? '' : shortText(n));
  const parts = [text(value), text(p99_ns), text(ceiling), runIndex === 0 ? '' : text(runIndex)];
  if (providers > 1) {
    const binText = bins.map(([bin, count]) => `${bin}:${count}`).join('+');
    parts.push(low === value ? '' : text(low), high === value ? '' : text(high), text(providers), binText);
  }
  return parts.slice(0, 1 + parts.findLastIndex((part) => part !== '')).join('/');
}

function unpackOne(text: string, runs: readonly StoredRun[]): Statistic {
  const [value = '', p99 = '', ceiling = '', index = '', low = '', high = '', providers = '1', bins = ''] =
    text.split('/');
  const [run_id, browser, version, core, created_ms] = runs[Number(index)] ?? ['', '', '', '', 0];
  return {
    ...{ value: Number(value), low: Number(low || value), high: Number(high || value), providers: Number(providers) },
    p99_ns: p99 === '' ? null : Number(p99),
    ...(ceiling === '' ? {} : { ceiling: Number(ceiling) }),
    run: { run_id, browser, version, core, created_ms },
    bins: bins === '' ? [] : bins.split('+').map((bin) => bin.split(':').map(Number) as [number, number]),
  };
}

type Statistics = CohortStatistics['all'];

export function packCohort({ shown, runs, confirmedRuns, sources, newest, all, confirmed }: Cohort): string {
  const typicalRuns = new Map<string, TypicalRun>();
  for (const { run } of [...Object.values(all), ...Object.values(confirmed)]) typicalRuns.set(run.run_id, run);
  const runIds = [...typicalRuns.keys()];
  const head: Pick<StoredBody, 'shown' | 'drives' | 'sources' | 'counts'> = {
    shown: shown.filesystem === null ? [shown.slug, shown.name] : [shown.slug, shown.name, shown.filesystem],
    ...(shown.drives && { drives: shown.drives.map(({ slug, name }) => [slug, name] as const) }),
    ...{ sources, counts: [runs, confirmedRuns] },
  };
  const [only] = runIds;
  if (runs === 1 && only !== undefined) return JSON.stringify({ ...head, only } satisfies StoredBody);
  const pack = (statistics: Statistics): StoredStatistics => [
    setOfMetrics(Object.keys(statistics)),
    METRIC_IDS.flatMap((id) => statistics[id] ?? [])
      .map((one) => packOne(one, runIds.indexOf(one.run.run_id)))
      .join(','),
  ];
  const body: StoredBody = {
    ...head,
    newest,
    runs: [...typicalRuns.values()].map(({ run_id, browser, version, core, created_ms }): StoredRun => [
      ...([run_id, browser, version, core, created_ms] as const),
    ]),
    all: pack(all),
    ...(confirmedRuns > 0 ? { confirmed: pack(confirmed) } : {}),
  };
  return JSON.stringify(body);
}

const NO_STATISTICS: StoredStatistics = ['', ''];

/** The stored text of a cohort, also of one whose only run says it; `null` where that is gone, or it may not stand on boards. */
function readBody({
  body,
  metric_set,
  metrics,
  browser,
  browser_version,
  core,
  created_ms,
}: StoredCohort): (Required<Omit<StoredBody, 'only' | 'drives'>> & Pick<StoredBody, 'drives'>) | null {
  if (body === NOT_LISTED) return null;
  const { only, runs = [], all = NO_STATISTICS, confirmed = NO_STATISTICS, ...head } = JSON.parse(body) as StoredBody;
  if (only === undefined) return { newest: [], ...head, runs, all, confirmed };
  if (metric_set === null || metrics === null || created_ms === null) return null;
  const said: StoredStatistics = [metric_set, metrics];
  const run: StoredRun = [only, browser ?? '', browser_version ?? '', core ?? '', created_ms];
  return { ...head, newest: [only], runs: [run], all: said, confirmed: head.counts[1] > 0 ? said : NO_STATISTICS };
}

/** Only what is asked for is read out of the text. */
function statisticsOf([set, text]: StoredStatistics, runs: readonly StoredRun[], wanted?: MetricId): Statistics {
  const ids = METRIC_IDS.filter((_, i) => set[i] === '1');
  const texts = text.split(',');
  const some = ids
    .map((id, i) => [id, texts[i] ?? ''] as const)
    .filter(([id]) => wanted === undefined || id === wanted);
  // A value that cannot be read in a run's row is not there.
  const statistics = some.map(([id, one]) => [id, unpackOne(one, runs)] as const);
  return Object.fromEntries(statistics.filter(([, { value }]) => Number.isFinite(value)));
}

/**
 * `null` for what may not stand on boards.
 *
 * @param wanted one metric of it, where no other is asked for
 */
export function unpackCohort(stored: StoredCohort, wanted?: MetricId): Cohort | null {
  const body = readBody(stored);
  if (!body) return null;
  const { shown, drives, counts, sources, newest, runs, all, confirmed } = body;
  return {
    shown: {
      slug: shown[0],
      name: shown[1],
      filesystem: shown[2] ?? null,
      ...(drives && { drives: drives.map(([slug, name]) => ({ slug, name })) }),
    },
    ...{ runs: counts[0], confirmedRuns: counts[1], sources, newest },
    all: statisticsOf(all, runs, wanted),
    confirmed: statisticsOf(confirmed, runs, wanted),
  };
}

/** The metrics of a cohort. */
export function metricsOf(stored: StoredCohort): readonly MetricId[] {
  const set = readBody(stored)?.all[0] ?? '';
  return METRIC_IDS.filter((_, i) => set[i] === '1');
}

/** The runs that it names: those that stand for something of it, and the newest. */
export function runIdsOf(body: string): readonly string[] {
  const { only, newest = [], runs = [] } = JSON.parse(body) as Partial<StoredBody>;
  return only === undefined ? [...new Set([...runs.map(([run_id]) => run_id), ...newest])] : [only];
}

export const NOT_LISTED = '{}';

/** The same where some runs are to go and it cannot be counted at once: other runs stand for what they stood for, within 1 %. */
export function withoutRuns(stored: StoredCohort, goneIds: ReadonlySet<string>): string {
  const cohort = unpackCohort(stored);
  const runs = cohort ? [...Object.values(cohort.all), ...Object.values(cohort.confirmed)].map(({ run }) => run) : [];
  const other = runs.find(({ run_id }) => !goneIds.has(run_id));
  if (!cohort || !other) return NOT_LISTED;
  const strip = (statistics: Statistics): Statistics =>
    Object.fromEntries(
      Object.entries(statistics).map(([id, one]) => {
        const stays = !goneIds.has(one.run.run_id);
        return [id, stays ? one : { ...one, value: valueOfBin(binOf(one.value)), p99_ns: null, run: other }];
      }),
    );
  const newest = cohort.newest.filter((id) => !goneIds.has(id));
  return packCohort({ ...cohort, newest, all: strip(cohort.all), confirmed: strip(cohort.confirmed) });
}
