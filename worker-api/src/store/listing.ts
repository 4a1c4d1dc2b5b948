import { type BoardParts, CUT_KEYS, type CutKeys, scopeOf } from '@opfsmark/schema/boards';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { RunClass } from '@opfsmark/schema/ranks';
import type { Db } from '../base/env.ts';
import type { SourceTag } from '../boards/policy.ts';
import { metricPlace, type StoredMetrics } from '../boards/stored-metrics.ts';
import { IS_FOR_ALL, IS_PUBLIC } from './public.ts';

/** Runs without a place are read from the newest of a scope, among which each provider has a few. */
const RECENT_PER_SCOPE = 200;

/**
 * The newest listed runs of a scope, however many there are: held ones, too, which are marked. Any other index would read all that a
 * network has sent.
 */
const newestOf = (columns: string, scope: string, limit: number) => `
  SELECT ${columns} FROM run INDEXED BY run_by_listing WHERE scope = ${scope} AND listed = 1 AND ${IS_FOR_ALL}
  ORDER BY created_ms DESC LIMIT ${limit}`;

/**
 * Takes a provider's oldest runs without a place off the list where a new one leaves no room for it; of its networks each keeps
 * its newest before any keeps a second.
 */
export function trimRecent(db: Db, scope: string, provider: SourceTag, perProvider: number): D1PreparedStatement {
  const ofProvider = `
    SELECT run_id, created_ms, row_number() OVER (PARTITION BY network ORDER BY created_ms DESC, run_id DESC) AS nth
    FROM (${newestOf('run_id, network, provider, created_ms', '?1', RECENT_PER_SCOPE)}) WHERE provider = ?2`;
  return db
    .prepare(
      `UPDATE run SET listed = 0 WHERE run_id IN (
         SELECT run_id FROM (${ofProvider}) ORDER BY nth, created_ms DESC, run_id DESC LIMIT -1 OFFSET ?3)`,
    )
    .bind(scope, provider, perProvider);
}

export interface RecentRun extends StoredMetrics, CutKeys, RunClass {
  readonly run_id: string;
  readonly status: 'published' | 'held';
  /** JSON */
  readonly reasons: string;
  readonly evidence: number;
  /** JSON */
  readonly unranked: string;
  readonly drive_name: string;
  readonly name: string;
  readonly network: SourceTag;
  readonly provider: SourceTag;
}

/** Hardly any model is rejected: the index of devices has only those, and drives have a row only where a moderator was. */
const HAS_NO_REJECTED = {
  device: `NOT EXISTS (
    SELECT 1 FROM device INDEXED BY device_by_rejection WHERE device.slug = run.device AND device.status = 'rejected')`,
  drive: "NOT EXISTS (SELECT 1 FROM drive WHERE drive.slug = run.drive AND drive.status = 'rejected')",
} as const;

/** Runs without a place that have a board's metric, newest first, but for those of what a moderator has rejected. */
export async function selectRecent(db: Db, board: BoardParts): Promise<RecentRun[]> {
  const { results } = await db
    .prepare(
      `SELECT run_id, created_ms, status, reasons, evidence, unranked, scope, device, filesystem, os, browser, version, core,
              drive, drive_name, interface, name, network, provider, metric_set, metrics
       FROM (${newestOf('*', '?1', RECENT_PER_SCOPE)}) AS run
       WHERE (?2 IS NULL OR os = ?2) AND (?3 IS NULL OR browser = ?3) AND (?4 IS NULL OR filesystem = ?4) AND substr(metric_set, ?5, 1) = '1'
         AND ${HAS_NO_REJECTED.device} AND ${board.subject === 'drive' ? HAS_NO_REJECTED.drive : 'TRUE'}`,
    )
    .bind(
      scopeOf(SUITE_VERSION, board.layout),
      board.client?.os ?? null,
      board.client?.browser ?? null,
      board.filesystem,
      metricPlace(board.metric),
    )
    .all<RecentRun>();
  // Here, because a database reads every row once more to sort it.
  return results.toSorted((a, b) => b.created_ms - a.created_ms || (a.run_id < b.run_id ? 1 : -1));
}

export interface ListedRun extends StoredMetrics, CutKeys, RunClass {
  readonly run_id: string;
  readonly status: 'published';
  readonly evidence: number;
  readonly provider: SourceTag;
  readonly family: string;
  readonly profile: string;
  readonly name: string;
  readonly drive_name: string;
}

/** One filter; each has an index of its own. */
export type RunFilter =
  | { readonly by: 'time' }
  | { readonly by: 'device' | 'drive' | 'filesystem'; readonly value: string }
  | { readonly by: 'client'; readonly value: string; readonly browser: string };

const CONDITIONS = {
  time: 'true',
  device: "device = ?1 ->> 'value'",
  drive: "drive = ?1 ->> 'value' AND drive <> ''",
  filesystem: "filesystem = ?1 ->> 'value' AND filesystem <> ''",
  client: "os = ?1 ->> 'value' AND browser = ?1 ->> 'browser'",
} as const satisfies Record<RunFilter['by'], string>;

export interface TimePosition {
  readonly createdMs: number;
  readonly runId: string;
}

export const NEWEST: TimePosition = { createdMs: 8.64e15, runId: '' };
export const OLDEST: TimePosition = { createdMs: -1, runId: '' };

const COLUMNS = `run_id, created_ms, status, evidence, provider, core, family, profile, name, drive_name, metric_set, metrics, ${CUT_KEYS.join(', ')}`;

/** Published runs before a position, newest first: one range of one index. */
export async function selectRuns(db: Db, filter: RunFilter, before: TimePosition, limit: number): Promise<ListedRun[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM run
       WHERE ${CONDITIONS[filter.by]} AND ?1 <> '' AND (created_ms, run_id) < (?2, ?3) AND ${IS_PUBLIC}
       ORDER BY created_ms DESC, run_id DESC LIMIT ?4`,
    )
    .bind(JSON.stringify(filter), before.createdMs, before.runId, limit)
    .all<ListedRun>();
  return results;
}

/** Some published runs by their ids. */
export async function selectRunsById(db: Db, runIds: readonly string[]): Promise<ListedRun[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM json_each(?1) AS wanted CROSS JOIN run ON run_id = wanted.value WHERE ${IS_PUBLIC}`,
    )
    .bind(JSON.stringify(runIds))
    .all<ListedRun>();
  return results;
}

/**
 * Published runs after a position, oldest first: pages of an export stay the same while new runs come in, but for one whose upload began
 * before another that is stored already.
 */
export async function selectRunsSince(db: Db, after: TimePosition, limit: number): Promise<ListedRun[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM run
       WHERE (created_ms, run_id) > (?1, ?2) AND ${IS_PUBLIC} ORDER BY created_ms, run_id LIMIT ?3`,
    )
    .bind(after.createdMs, after.runId, limit)
    .all<ListedRun>();
  return results;
}

/** Of a list that several providers share, one has this part at the most. */
const MAX_SHARE_OF_LIST = 1 / 4;

/** Some runs of a list, newest first: each provider has its first before any has a second. */
export function spreadOverProviders<Run extends { readonly provider: SourceTag }>(
  newestFirst: readonly Run[],
  limit: number,
): Run[] {
  const counts = new Map<SourceTag, number>();
  const turns = newestFirst.map((run, i) => {
    const turn = counts.get(run.provider) ?? 0;
    counts.set(run.provider, turn + 1);
    return { run, i, turn };
  });
  const maxTurns = counts.size > 1 ? Math.ceil(limit * MAX_SHARE_OF_LIST) : limit;
  const chosen = turns
    .filter(({ turn }) => turn < maxTurns)
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, limit);
  return chosen.toSorted((a, b) => a.i - b.i).map(({ run }) => run);
}
