import { CUT_KEYS, type CutKeys, type CutKind, type MetricValues, parseCut } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { type CohortRun, runsOfCut } from '../boards/cohort.ts';
import type { SourceTag } from '../boards/policy.ts';
import { readableMetrics, type StoredMetrics } from '../boards/stored-metrics.ts';
import { byCut, readCohorts, type StoredCohort } from './cohorts.ts';

/** What makes runs comparable with each other, closer than any board. */
export interface PeerKeys {
  readonly scope: string;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
  readonly flush: string;
}

/** Networks that are looked at: an upload reads no more, however many there are. Their tags are in no order that anyone knows. */
const MAX_PEERS = 50;

const IS_PEER =
  "device = ?1 AND scope = ?2 AND os = ?3 AND browser = ?4 AND flush = ?5 AND status = 'published' AND trust = 1";

/**
 * The newest counted run of each other network on the same device, system, browser and flush. From network to network by an
 * index: whatever one network sends, it takes the place of no other.
 */
export async function selectPeers(db: Db, keys: PeerKeys, network: SourceTag): Promise<MetricValues[]> {
  const { results } = await db
    .prepare(
      `WITH RECURSIVE peer (network) AS (
         SELECT min(network) FROM run WHERE ${IS_PEER}
         UNION ALL
         SELECT (SELECT min(network) FROM run WHERE ${IS_PEER} AND network > peer.network)
         FROM peer WHERE peer.network IS NOT NULL LIMIT ${MAX_PEERS + 1})
       SELECT metric_set, metrics FROM peer JOIN run ON run_id = (
         SELECT run_id FROM run WHERE ${IS_PEER} AND run.network = peer.network ORDER BY created_ms DESC LIMIT 1)
       WHERE peer.network <> ?6`,
    )
    .bind(keys.device, keys.scope, keys.os, keys.browser, keys.flush, network)
    .all<StoredMetrics>();
  return results.map(readableMetrics);
}

interface HeldOutlier extends CutKeys {
  readonly run_id: string;
  readonly network: SourceTag;
  readonly flush: string;
  readonly metrics: MetricValues;
}

/** Some runs that are held as outliers alone, to be looked at again when others have voted; no run is always left out. */
export async function selectHeldOutliers(db: Db, keys: Omit<PeerKeys, 'flush'>, limit: number): Promise<HeldOutlier[]> {
  const { results } = await db
    .prepare(
      `SELECT run_id, network, ${CUT_KEYS.join(', ')}, flush, metric_set, metrics FROM run INDEXED BY run_by_hold
       WHERE device = ?1 AND scope = ?2 AND os = ?3 AND browser = ?4 AND status = 'held' AND reasons = '["outlier"]'
       ORDER BY random() LIMIT ?5`,
    )
    .bind(keys.device, keys.scope, keys.os, keys.browser, limit)
    .all<Omit<HeldOutlier, 'metrics'> & StoredMetrics>();
  return results.map((run) => ({ ...run, metrics: readableMetrics(run) }));
}

/** A scope with more runs than this is not read at once, and a device or a drive with more than the other. */
export const SCOPE_AT_ONCE = 300;
export const MODEL_AT_ONCE = 200;

const COUNTS = "status = 'published' AND trust = 1";
const SOURCE_COLUMNS = `run_id, created_ms, rig, confirmed, network, provider, unusual, core, ${CUT_KEYS.join(', ')}, drive_name`;
const COLUMNS = `${SOURCE_COLUMNS}, metric_set, metrics`;

type MemberRow = Omit<CohortRun, 'metrics' | 'driveName'> & StoredMetrics & { readonly drive_name: string };

const runOf = ({ drive_name, metric_set, metrics, ...run }: MemberRow): CohortRun => ({
  ...run,
  driveName: drive_name,
  metrics: readableMetrics({ metric_set, metrics }),
});

/** What is read for some cuts at once: the range of an index that holds all of their runs. */
interface Range {
  readonly scope: string;
  readonly by: 'scope' | 'device' | 'drive';
  readonly value: string;
}

const LIMITS = { scope: SCOPE_AT_ONCE, device: MODEL_AT_ONCE, drive: MODEL_AT_ONCE } as const;
const SOURCES = {
  scope: "run INDEXED BY run_by_peer WHERE scope = ?1 AND ?2 = ''",
  device: 'run INDEXED BY run_by_peer WHERE scope = ?1 AND device = ?2',
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

const nameOf = ({ scope, by, value }: Range) => `${by} ${scope} ${value}`;

function readRange(db: Db, { scope, by, value }: Range): D1PreparedStatement {
  return db.prepare(`SELECT ${COLUMNS} FROM ${SOURCES[by]} AND ${COUNTS} LIMIT ${LIMITS[by] + 1}`).bind(scope, value);
}

/** Cohorts and the runs of which they consist, as they were at one moment. */
interface Members {
  readonly cohorts: ReadonlyMap<string, StoredCohort>;
  /** Without the cuts that have too many runs. */
  readonly runs: ReadonlyMap<string, readonly CohortRun[]>;
}

/** Reads some cohorts and their runs in one transaction. */
export async function readMembers(db: Db, cuts: readonly string[]): Promise<Members> {
  const ranges = [...new Map(cuts.flatMap(rangesOf).map((range) => [nameOf(range), range])).values()];
  const [rows, ...rangeResults] = await db.batch([
    readCohorts(db, cuts),
    ...ranges.map((range) => readRange(db, range)),
  ]);
  const runsByRange = new Map<string, readonly CohortRun[]>();
  for (const [i, range] of ranges.entries()) {
    const runs = (rangeResults[i]?.results ?? []) as MemberRow[];
    if (runs.length <= LIMITS[range.by]) runsByRange.set(nameOf(range), runs.map(runOf));
  }
  const runs = cuts.flatMap((cut): [string, readonly CohortRun[]][] => {
    const rangeRuns = rangesOf(cut).map((range) => runsByRange.get(nameOf(range)));
    const allRuns = rangeRuns.find((list) => list !== undefined);
    return allRuns ? [[cut, runsOfCut(cut, allRuns)]] : [];
  });
  return { cohorts: byCut((rows?.results ?? []) as never[]), runs: new Map(runs) };
}

/** All runs of a device's or a drive's cut, however many: they hold their metrics as text until these are asked for. */
export async function readModelRuns(db: Db, cut: string): Promise<CohortRun[]> {
  const range = rangesOf(cut).find(({ by }) => by !== 'scope');
  if (!range) return [];
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM ${SOURCES[range.by]} AND ${COUNTS}`)
    .bind(range.scope, range.value)
    .all<MemberRow>();
  return runsOfCut(cut, results.map(lazyRunOf));
}

function lazyRunOf({ drive_name, metric_set, metrics, ...run }: MemberRow): CohortRun {
  return {
    ...run,
    driveName: drive_name,
    get metrics() {
      return readableMetrics({ metric_set, metrics });
    },
  };
}

const RUNS_PER_READ = 5_000;

/** What is read of runs: without metrics, who sent them. */
const PARTS = { sources: `${SOURCE_COLUMNS}, '' AS metric_set, '' AS metrics`, votes: COLUMNS } as const;

/** All counting runs of a scope, network by network in ascending order. */
export async function* readNetworks(db: Db, scope: string, part: keyof typeof PARTS): AsyncGenerator<CohortRun[]> {
  let after: readonly [SourceTag, number, string] = ['', 0, ''];
  let networkRuns: CohortRun[] = [];
  for (;;) {
    const { results } = await db
      .prepare(
        `SELECT ${PARTS[part]} FROM run INDEXED BY run_by_network
         WHERE (network, created_ms, run_id) > (?2, ?3, ?4) AND scope = ?1 AND ${COUNTS}
         ORDER BY network, created_ms, run_id LIMIT ${RUNS_PER_READ}`,
      )
      .bind(scope, ...after)
      .all<MemberRow>();
    for (const row of results) {
      if (networkRuns[0] && networkRuns[0].network !== row.network) {
        yield networkRuns;
        networkRuns = [];
      }
      networkRuns.push(runOf(row));
    }
    const last = results.at(-1);
    if (!last || results.length < RUNS_PER_READ) break;
    after = [last.network, last.created_ms, last.run_id];
  }
  if (networkRuns.length > 0) yield networkRuns;
}

/** A new run as a member. */
export function memberOf(run: CutKeys & Omit<CohortRun, 'driveName'> & { readonly drive_name: string }): CohortRun {
  return { ...run, driveName: run.drive_name };
}
