import type { MetricValue, MetricValues } from '../boards/values.ts';
import { METRIC_IDS, metricOf, type MetricId } from '../boards/metrics.ts';
import type { RankPolicy } from './policy.ts';
import {
  groupBy,
  lessFlattering,
  type Measured,
  middleOf,
  type RunClass,
  type Statistic,
  summarize,
  type TypicalRun,
} from './statistics.ts';

/** A run that counts in a cohort. */
export interface CountedRun extends RunClass {
  readonly run_id: string;
  /** Keyed tags of who sent it. Where nobody knows its internet provider, that is the tag of its network. */
  readonly network: string;
  readonly provider: string;
  /** Tells machines of a network apart; '' where it was not said. */
  readonly rig: string;
  /** '' for nobody, `MODERATOR`, or the id of the key that signed it. */
  readonly confirmed_by: string;
  /** Its drive as it is compared, and device and drive as they were declared. */
  readonly drive: string;
  readonly name: string;
  readonly drive_name: string;
  readonly metrics: MetricValues;
}

export const MODERATOR = 'moderator';
/** The tag of all hosting and VPN providers: whoever pays has many addresses of theirs. */
export const HOSTING = 'hosting';

/** A machine's part is the median of its last runs, this many. */
const RUNS_PER_MACHINE = 5;
/** A row with more providers than this belongs to none of them. */
const MAX_SOURCES = 8;

/** A page of a device shows the newest run of so many providers, whatever others send. */
const NEWEST_KEPT = 20;

/** Drives that a row of a device names. */
const DRIVES_PER_ROW = 3;

interface NamedDrive {
  readonly slug: string;
  readonly name: string;
}

interface CohortNames {
  readonly device: string;
  readonly drive: string;
  /** Each drive once, those that most providers have first: at most `DRIVES_PER_ROW`. */
  readonly drives: readonly NamedDrive[];
}

type Values = ReadonlyMap<MetricId, Measured>;

export interface CohortStatistics {
  /** That count. */
  readonly runs: number;
  readonly confirmedRuns: number;
  /** How most providers spell device and drive; where runs are confirmed, these alone are asked. */
  readonly names: CohortNames;
  /** Provider and network of those that have measured it; none where they are more than a few. */
  readonly sources: readonly (readonly [provider: string, network: string])[];
  /** The newest run of each provider, newest first: at most `NEWEST_KEPT`. */
  readonly newest: readonly string[];
  /** Over all runs, and over the confirmed ones. */
  readonly all: Readonly<Partial<Record<MetricId, Statistic>>>;
  readonly confirmed: Readonly<Partial<Record<MetricId, Statistic>>>;
}

/** Whom a run speaks for: a key's owner, or an internet provider. */
export function providerOf(
  run: CountedRun,
  { machinesAreProviders }: Pick<RankPolicy, 'machinesAreProviders'>,
): string {
  const { confirmed_by, provider, network, rig, run_id } = run;
  if (confirmed_by !== '' && confirmed_by !== MODERATOR) return confirmed_by;
  if (provider === HOSTING) return network;
  const isUnknown = provider === network;
  return isUnknown && machinesAreProviders === 1 ? `${network} ${rig === '' ? run_id : rig}` : provider;
}

const byTime = (a: CountedRun, b: CountedRun) => b.created_ms - a.created_ms || (a.run_id < b.run_id ? 1 : -1);

/** The median of some values: one that was measured, and of two the less flattering one. */
function medianOf(metric: MetricId, values: readonly Measured[]): Measured {
  return middleOf(values.length === 1 ? values : values.toSorted(lessFlattering(metricOf(metric).better)));
}

/** Medians of several who each say one value per metric. */
function mediansOf(parts: readonly Values[]): Values {
  // Most providers have one network, and most networks one machine.
  if (parts.length === 1 && parts[0]) return parts[0];
  const medians = METRIC_IDS.flatMap((metric): [MetricId, Measured][] => {
    const values = parts.flatMap((part) => part.get(metric) ?? []);
    return values.length === 0 ? [] : [[metric, medianOf(metric, values)]];
  });
  return new Map(medians);
}

const typicalOf = ({ run_id, browser, version, core, created_ms }: CountedRun): TypicalRun => {
  return { run_id, browser, version, core, created_ms };
};

function valuesOf(one: CountedRun): Values {
  const run = typicalOf(one);
  return new Map(
    (Object.entries(one.metrics) as [MetricId, MetricValue][]).map(([id, value]) => [id, { ...value, run }]),
  );
}

/** The statement of a machine: the median of its last runs with the metric. */
function saysOfMachine(newestFirst: readonly CountedRun[]): Values {
  const [only, ...others] = newestFirst;
  // Most machines have one run.
  if (only && others.length === 0) return valuesOf(only);
  const measured = new Map<MetricId, Measured[]>();
  for (const [id, value] of newestFirst.flatMap((one) => [...valuesOf(one)])) {
    const values = measured.get(id);
    if (values === undefined) measured.set(id, [value]);
    else if (values.length < RUNS_PER_MACHINE) values.push(value);
  }
  return new Map([...measured].map(([id, values]) => [id, medianOf(id, values)]));
}

/** The statement of a network on a cohort: the medians of its machines'. */
const saysOf = (newestFirst: readonly CountedRun[]): Values =>
  mediansOf([...groupBy(newestFirst, ({ rig }) => rig).values()].map(saysOfMachine));

/** Statements, those of most first; of those that as many say the first in order of code units. */
function bySayers(said: readonly string[]): string[] {
  const counts = [...groupBy(said, (text) => text)].map(([text, of]) => ({ text, count: of.length }));
  return counts.toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1)).map(({ text }) => text);
}

/** The word that most use, each counted once. */
const mostSaid = (said: readonly string[]): string => bySayers(said)[0] ?? '';

/** Every drive once, as most spell it, as many as a row names. */
function drivesOf(said: readonly NamedDrive[]): NamedDrive[] {
  const bySlug = groupBy(said, ({ slug }) => slug);
  const slugs = bySayers(said.map(({ slug }) => slug)).slice(0, DRIVES_PER_ROW);
  return slugs.map((slug) => ({ slug, name: mostSaid((bySlug.get(slug) ?? []).map(({ name }) => name)) }));
}

/** Statements on a cohort, provider by provider. */
class Statements {
  readonly #providers = new Map<MetricId, Measured[]>();
  readonly #names: CohortNames[] = [];
  sources: [string, string][] = [];
  runs = 0;

  /** @param networks all runs of one provider, network by network, newest first */
  add(provider: string, networks: readonly (readonly CountedRun[])[]): void {
    const runs = networks.flat();
    this.runs += runs.length;
    const drives = runs
      .map(({ drive, drive_name }) => ({ slug: drive, name: drive_name }))
      .filter(({ name }) => name !== '');
    this.#names.push({
      device: mostSaid(runs.map(({ name }) => name)),
      drive: mostSaid(drives.map(({ name }) => name)),
      drives: drivesOf(drives),
    });
    if (this.sources.length <= MAX_SOURCES) this.sources.push([provider, runs[0]?.network ?? '']);
    for (const [metric, value] of mediansOf(networks.map(saysOf))) {
      const values = this.#providers.get(metric) ?? [];
      values.push(value);
      this.#providers.set(metric, values);
    }
  }

  get names(): CohortStatistics['names'] {
    const drives = this.#names.map(({ drive }) => drive).filter((name) => name !== '');
    return {
      ...{ device: mostSaid(this.#names.map(({ device }) => device)), drive: mostSaid(drives) },
      drives: drivesOf(this.#names.flatMap((names) => names.drives)),
    };
  }

  statistics(): CohortStatistics['all'] {
    const metrics = METRIC_IDS.flatMap((metric) => {
      const values = this.#providers.get(metric);
      return values ? [[metric, summarize(values, metricOf(metric).better)] as const] : [];
    });
    return Object.fromEntries(metrics);
  }
}

/** Counts a cohort whole, provider by provider, so that it holds the runs of one at a time. */
export class CohortCount {
  #newest: CountedRun[] = [];
  readonly #all = new Statements();
  readonly #confirmed = new Statements();

  /** @param runs all of one provider, in any order */
  add(provider: string, runs: readonly CountedRun[]): void {
    const newestFirst = runs.toSorted(byTime);
    const networksOf = (some: readonly CountedRun[]) => [...groupBy(some, ({ network }) => network).values()];
    this.#all.add(provider, networksOf(newestFirst));
    this.#newest = [...this.#newest, ...newestFirst.slice(0, 1)].toSorted(byTime).slice(0, NEWEST_KEPT);
    const confirmedRuns = newestFirst.filter(({ confirmed_by }) => confirmed_by !== '');
    if (confirmedRuns.length > 0) this.#confirmed.add(provider, networksOf(confirmedRuns));
  }

  finish(): CohortStatistics {
    const { runs, sources } = this.#all;
    return {
      runs,
      confirmedRuns: this.#confirmed.runs,
      names: (this.#confirmed.runs > 0 ? this.#confirmed : this.#all).names,
      sources: sources.length > MAX_SOURCES ? [] : sources.toSorted(([a], [b]) => (a < b ? -1 : 1)),
      newest: this.#newest.map(({ run_id }) => run_id),
      all: this.#all.statistics(),
      confirmed: this.#confirmed.statistics(),
    };
  }
}

/** Statistics of a cohort: the median of what providers say, each the median of its networks', and these of their machines'. */
export function countCohort(
  runs: readonly CountedRun[],
  policy: Pick<RankPolicy, 'machinesAreProviders'>,
): CohortStatistics {
  const count = new CohortCount();
  for (const [provider, ofProvider] of groupBy(runs, (run) => providerOf(run, policy))) count.add(provider, ofProvider);
  return count.finish();
}

/** The same day some months later; of a month that is too short, the first days of the next. */
export function monthsAfter(ms: number, months: number): number {
  const date = new Date(ms);
  return date.setUTCMonth(date.getUTCMonth() + months);
}
