import type { Db } from '../base/env.ts';
import type { StoredMetrics } from '../boards/stored-metrics.ts';

export interface ListedRun extends StoredMetrics {
  readonly run_id: string;
  readonly created_ms: number;
  readonly trust: number;
  readonly scope: string;
  readonly network: number;
  readonly device: string;
  readonly filesystem: string;
  readonly os: string;
  readonly browser: string;
  readonly family: string;
  readonly profile: string;
  readonly name: string;
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

const COLUMNS =
  'run_id, created_ms, trust, scope, network, device, filesystem, os, browser, family, profile, name, metric_set, metrics';

/** Published runs before a position, newest first: one range of one index. */
export async function selectRuns(db: Db, filter: RunFilter, before: TimePosition, limit: number): Promise<ListedRun[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM run
       WHERE ${CONDITIONS[filter.by]} AND ?1 <> '' AND (created_ms, run_id) < (?2, ?3) AND status = 'published'
       ORDER BY created_ms DESC, run_id DESC LIMIT ?4`,
    )
    .bind(JSON.stringify(filter), before.createdMs, before.runId, limit)
    .all<ListedRun>();
  return results;
}

/** Published runs after a position, oldest first: pages of an export stay the same while new runs come in. */
export async function selectRunsSince(db: Db, after: TimePosition, limit: number): Promise<ListedRun[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM run
       WHERE (created_ms, run_id) > (?1, ?2) AND status = 'published' ORDER BY created_ms, run_id LIMIT ?3`,
    )
    .bind(after.createdMs, after.runId, limit)
    .all<ListedRun>();
  return results;
}

const RUNS_PER_NETWORK = 2;

/** The first runs of a list, with no more of any network than belong into a short list. */
export function spreadOverNetworks(runs: readonly ListedRun[], limit: number): ListedRun[] {
  const seen = new Map<number, number>();
  const chosen = runs.filter(({ network }) => {
    const n = (seen.get(network) ?? 0) + 1;
    seen.set(network, n);
    return n <= RUNS_PER_NETWORK;
  });
  return chosen.slice(0, limit);
}
