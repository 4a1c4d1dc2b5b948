import {
  BOARD_LAYOUTS,
  type BoardLayout,
  type BoardParts,
  type BoardPlace,
  clientCut,
  CUT_KEYS,
  type CutKeys,
  parseCut,
  scopeOf,
} from '@opfsmark/schema/boards';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { Db } from '../base/env.ts';
import type { SourceTag } from '../boards/policy.ts';
import { metricPlace, type StoredMetrics } from '../boards/stored-metrics.ts';
import { selectCohortsByPrefix } from './cohorts.ts';
import type { RunClass } from '../boards/warned.ts';

/** Recent runs of a scope that are read: the newest. */
export const RECENT_PER_SCOPE = 200;
/** So many of those without a place on a board are shown under it, and so many of one internet provider. */
export const RECENT_SHOWN = 20;
export const RECENT_PER_PROVIDER = 5;
const PLACES = 200;

/** The newest listed runs of a scope, however many there are. Any other index would read all that a network has sent. */
const newestOf = (columns: string, scope: string, limit: number) => `
  SELECT ${columns} FROM run INDEXED BY run_by_listing WHERE scope = ${scope} AND listed = 1
  ORDER BY created_ms DESC LIMIT ${limit}`;

/**
 * Takes a network's oldest run off the list where a new one leaves no room for it.
 *
 * @param perNetwork recent runs per network and scope: nobody can push out everybody else
 */
export function trimRecent(db: Db, scope: string, network: SourceTag, perNetwork: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE run SET listed = 0 WHERE run_id IN (
         SELECT run_id FROM (${newestOf('run_id, network, created_ms', '?1', RECENT_PER_SCOPE)})
         WHERE network = ?2 ORDER BY created_ms DESC, run_id DESC LIMIT -1 OFFSET ?3)`,
    )
    .bind(scope, network, perNetwork);
}

export interface RecentRun extends StoredMetrics, CutKeys, RunClass {
  readonly run_id: string;
  readonly status: 'published' | 'held';
  /** JSON */
  readonly reasons: string;
  readonly trust: number;
  /** JSON */
  readonly unranked: string;
  readonly drive_name: string;
  readonly name: string;
  readonly network: SourceTag;
  readonly provider: SourceTag;
  readonly unusual: string;
  readonly confirmed: number;
}

/** Hardly any model is rejected: the index of devices has only those, and drives have a row only where a moderator was. */
const HAS_NO_REJECTED = {
  device: `NOT EXISTS (
    SELECT 1 FROM device INDEXED BY device_by_rejection WHERE device.slug = run.device AND device.status = 'rejected')`,
  drive: "NOT EXISTS (SELECT 1 FROM drive WHERE drive.slug = run.drive AND drive.status = 'rejected')",
} as const;

/**
 * All listed runs with a metric that a board could show, newest first, also those of which its subject is not said: as many rows are read at the most as a scope lists. Devices that a
 * moderator rejected are left out, and drives on their boards.
 */
export async function selectRecent(db: Db, board: BoardParts): Promise<RecentRun[]> {
  const { results } = await db
    .prepare(
      `SELECT run_id, created_ms, status, reasons, trust, unranked, scope, device, filesystem, os, browser, version, core,
              drive, drive_name, interface, name, network, provider, unusual, confirmed, metric_set, metrics
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

/** Where the listed runs were made, and where contenders of storage for apps have votes. */
export async function selectPlaces(db: Db): Promise<BoardPlace[]> {
  const [listedPlaces, votedPlaces] = await Promise.all([selectListedPlaces(db), selectVotedClients(db)]);
  const listedKeys = new Set(listedPlaces.map(({ layout, os, browser }) => `${layout} ${os} ${browser}`));
  return [
    ...listedPlaces,
    ...votedPlaces.filter(({ layout, os, browser }) => !listedKeys.has(`${layout} ${os} ${browser}`)),
  ];
}

/** These have no board of their own among the stored ones. */
async function selectVotedClients(db: Db): Promise<BoardPlace[]> {
  const prefix = clientCut(SUITE_VERSION, { os: '', browser: '' }).slice(0, -1);
  return (await selectCohortsByPrefix(db, prefix, PLACES)).flatMap(({ cut }) => {
    const { os, browser } = parseCut(cut)?.keys ?? {};
    return os && browser ? [{ layout: 'app-storage' as const, os, browser, filesystem: null }] : [];
  });
}

async function selectListedPlaces(db: Db): Promise<BoardPlace[]> {
  const scopes = new Map<string, BoardLayout>(BOARD_LAYOUTS.map((layout) => [scopeOf(SUITE_VERSION, layout), layout]));
  const newestRuns = newestOf('scope, os, browser, filesystem', '?1', Math.floor(PLACES / scopes.size));
  const statement = db.prepare(`SELECT DISTINCT scope, os, browser, filesystem FROM (${newestRuns})`);
  const batchResults = await db.batch<{ scope: string; os: string; browser: string; filesystem: string }>(
    [...scopes.keys()].map((scope) => statement.bind(scope)),
  );
  const results = batchResults.flatMap((result) => result.results);
  return results.flatMap(({ scope, os, browser, filesystem }) => {
    const layout = scopes.get(scope);
    return layout ? [{ layout, os, browser, filesystem: filesystem === '' ? null : filesystem }] : [];
  });
}

export interface ListedRun extends StoredMetrics, CutKeys, RunClass {
  readonly run_id: string;
  readonly status: 'published';
  readonly trust: number;
  /** 1: on the lists of unconfirmed runs. */
  readonly listed: number;
  readonly network: SourceTag;
  readonly family: string;
  readonly profile: string;
  readonly name: string;
  readonly drive_name: string;
  readonly unusual: string;
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

const COLUMNS = `run_id, created_ms, status, trust, listed, network, core, family, profile, name, drive_name, unusual, metric_set, metrics, ${CUT_KEYS.join(', ')}`;

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

/** Published runs on the lists of a scope. */
export async function selectListed(db: Db, scope: string): Promise<ListedRun[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM (${newestOf('*', '?1', RECENT_PER_SCOPE)}) AS run
       WHERE status = 'published' AND ${HAS_NO_REJECTED.device}`,
    )
    .bind(scope)
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
  const counts = new Map<SourceTag, number>();
  const chosenRuns = runs.filter(({ network }) => {
    const n = (counts.get(network) ?? 0) + 1;
    counts.set(network, n);
    return n <= RUNS_PER_NETWORK;
  });
  return chosenRuns.slice(0, limit);
}
