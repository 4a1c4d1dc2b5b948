import { CUT_KEYS, type CutKind, parseCut } from '@opfsmark/schema/boards';
import { HOSTING, MODERATOR } from '@opfsmark/schema/ranks';
import type { Db } from '../base/env.ts';
import { type CohortRun, runsOfCut } from '../boards/count.ts';
import { readableMetrics, type StoredMetrics } from '../boards/stored-metrics.ts';
import { byCut, type CohortRow, readCohorts } from './cohorts.ts';
import { IS_PUBLIC } from './public.ts';

/** A scope with more runs than this is not read at once, and a device or a drive with more than the other. */
export const SCOPE_AT_ONCE = 300;
export const MODEL_AT_ONCE = 200;

const COLUMNS = `run_id, created_ms, rig, network, provider, confirmed_by, evidence, core, ${CUT_KEYS.join(', ')}, name, drive_name, metric_set, metrics`;

type MemberRow = Omit<CohortRun, 'metrics'> & StoredMetrics;

const runOf = ({ metric_set, metrics, ...run }: MemberRow): CohortRun => {
  return { ...run, metrics: readableMetrics({ metric_set, metrics }) };
};

/** The same, which holds its metrics as text: of a provider there may be very many. */
const lazyRunOf = ({ metric_set, metrics, ...run }: MemberRow): CohortRun => ({
  ...run,
  get metrics() {
    return readableMetrics({ metric_set, metrics });
  },
});

/** The rows that are read for some cuts at once: the range of an index that holds all of their runs. */
interface Range {
  readonly scope: string;
  readonly by: 'scope' | 'device' | 'drive';
  readonly value: string;
}

const LIMITS = { scope: SCOPE_AT_ONCE, device: MODEL_AT_ONCE, drive: MODEL_AT_ONCE } as const;
/** Equality, because an index goes on after it: what counts with less evidence counts with more. */
const COUNTS = `${IS_PUBLIC} AND scope <> '' AND evidence IN (2, ?3)`;
const SOURCES = {
  scope: "run INDEXED BY run_by_scope WHERE scope = ?1 AND ?2 = ''",
  device: 'run INDEXED BY run_by_scope WHERE scope = ?1 AND device = ?2',
  drive: "run INDEXED BY run_by_drive WHERE scope = ?1 AND drive = ?2 AND drive <> ''",
} as const;
/** Which model's runs hold those of a cut, besides its scope's. */
const MODEL_OF: Partial<Record<CutKind, 'device' | 'drive'>> = { device: 'device', exact: 'device', drive: 'drive' };

function rangesOf(cut: string): Range[] {
  const parts = parseCut(cut);
  const scope = parts?.keys.scope;
  if (!parts || scope === undefined) return [];
  const by = MODEL_OF[parts.kind];
  return [{ scope, by: 'scope', value: '' }, ...(by ? [{ scope, by, value: parts.keys[by] ?? '' }] : [])];
}

const rangeKey = ({ scope, by, value }: Range) => `${by} ${scope} ${value}`;

/** Nothing is read of a range that holds a cohort which alone is too large. */
const LIMIT = '(SELECT iif(max(runs) >= ?4, 0, ?4) FROM cohort WHERE cut IN (SELECT value FROM json_each(?5)))';

function readRange(db: Db, { scope, by, value }: Range, minEvidence: number, cuts: readonly string[]) {
  return db
    .prepare(`SELECT ${COLUMNS} FROM ${SOURCES[by]} AND ${COUNTS} LIMIT coalesce(${LIMIT}, ?4)`)
    .bind(scope, value, minEvidence, LIMITS[by] + 1, JSON.stringify(cuts));
}

/** Cohorts and the runs of which they consist, as they were at one moment. */
interface Members {
  readonly cohorts: ReadonlyMap<string, CohortRow>;
  /** Without the cuts that have too many runs. */
  readonly runs: ReadonlyMap<string, readonly CohortRun[]>;
}

/** Reads some cohorts and their runs in one transaction. */
export async function readMembers(db: Db, cuts: readonly string[], minEvidence: number): Promise<Members> {
  const ranges = [...new Map(cuts.flatMap(rangesOf).map((range) => [rangeKey(range), range])).values()];
  const cutsOfRange = (range: Range) =>
    cuts.filter((cut) => rangesOf(cut).some((one) => rangeKey(one) === rangeKey(range)));
  const [rows, ...rangeResults] = await db.batch([
    readCohorts(db, cuts),
    ...ranges.map((range) => readRange(db, range, minEvidence, cutsOfRange(range))),
  ]);
  const cohorts = byCut((rows?.results ?? []) as CohortRow[]);
  const runsByRange = new Map<string, readonly CohortRun[]>();
  for (const [i, range] of ranges.entries()) {
    const runs = (rangeResults[i]?.results ?? []) as MemberRow[];
    const largest = Math.max(runs.length, ...cutsOfRange(range).map((cut) => cohorts.get(cut)?.runs ?? 0));
    if (largest <= LIMITS[range.by]) runsByRange.set(rangeKey(range), runs.map(runOf));
  }
  const runs = cuts.flatMap((cut): [string, readonly CohortRun[]][] => {
    const allRuns = rangesOf(cut)
      .map((range) => runsByRange.get(rangeKey(range)))
      .find((list) => list !== undefined);
    return allRuns ? [[cut, runsOfCut(cut, allRuns)]] : [];
  });
  return { cohorts, runs: new Map(runs) };
}

const RUNS_PER_READ = 2_000;
const IS_SIGNED = `confirmed_by <> '' AND confirmed_by <> '${MODERATOR}'`;

/**
 * All counting runs of a scope, of one provider at a time: those that a key has signed first, because its owner sends through
 * any provider.
 *
 * @param cut with one, of a device or a drive, only what it holds
 */
export async function* readProviders(
  db: Db,
  scope: string,
  minEvidence: number,
  cut?: string,
): AsyncGenerator<CohortRun[]> {
  const { device = null, drive = null } = parseCut(cut ?? '')?.keys ?? {};
  const isOf = `scope = ?1 AND evidence IN (2, ?2) AND ${IS_PUBLIC} AND (?3 IS NULL OR device = ?3) AND (?4 IS NULL OR drive = ?4)`;
  const values = [scope, minEvidence, device, drive];
  const signed = await db
    .prepare(`SELECT ${COLUMNS} FROM run INDEXED BY run_by_confirmation WHERE ${isOf} AND ${IS_SIGNED}`)
    .bind(...values)
    .all<MemberRow>();
  yield* Map.groupBy(signed.results.map(runOf), ({ confirmed_by }) => confirmed_by).values();
  let after: readonly [string, string, number, string] = ['', '', 0, ''];
  let held: CohortRun[] = [];
  // Of hosting providers each network that a moderator has confirmed stands for itself.
  const ownerOf = ({ provider, network }: CohortRun) => (provider === HOSTING ? network : provider);
  for (;;) {
    const { results } = await db
      .prepare(
        `SELECT ${COLUMNS} FROM run INDEXED BY run_by_source
         WHERE (provider, network, created_ms, run_id) > (?5, ?6, ?7, ?8) AND ${isOf} AND NOT (${IS_SIGNED})
         ORDER BY provider, network, created_ms, run_id LIMIT ${RUNS_PER_READ}`,
      )
      .bind(...values, ...after)
      .all<MemberRow>();
    for (const run of results.map(lazyRunOf)) {
      if (held[0] && ownerOf(held[0]) !== ownerOf(run)) {
        yield held;
        held = [];
      }
      held.push(run);
    }
    const last = results.at(-1);
    if (!last || results.length < RUNS_PER_READ) break;
    after = [last.provider, last.network, last.created_ms, last.run_id];
  }
  if (held.length > 0) yield held;
}
