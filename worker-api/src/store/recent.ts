import { SUITE_VERSION } from '@opfsmark/schema/documents';
import {
  BOARD_LAYOUTS,
  clientCut,
  parseCut,
  scopeOf,
  type BoardLayout,
  type BoardParts,
  type BoardPlace,
  type CutKeys,
} from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { selectCohortsByPrefix } from './cohorts.ts';
import type { ProviderTag } from '../boards/provider.ts';
import { metricPlace, type StoredMetrics } from '../boards/stored-metrics.ts';

/** Recent runs of a scope that are read: the newest. */
export const RECENT_PER_SCOPE = 200;
/** Of those without a place on a board, so many are shown under it, and so many of one internet provider. */
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
export function trimRecent(db: Db, scope: string, network: number, perNetwork: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE run SET listed = 0 WHERE run_id IN (
         SELECT run_id FROM (${newestOf('run_id, network, created_ms', '?1', RECENT_PER_SCOPE)})
         WHERE network = ?2 ORDER BY created_ms DESC, run_id DESC LIMIT -1 OFFSET ?3)`,
    )
    .bind(scope, network, perNetwork);
}

export interface RecentRun extends StoredMetrics, CutKeys {
  readonly run_id: string;
  readonly created_ms: number;
  readonly status: 'published' | 'held';
  /** JSON */
  readonly reasons: string;
  readonly trust: number;
  /** JSON */
  readonly unranked: string;
  readonly drive_name: string;
  readonly name: string;
  readonly network: number;
  readonly provider: ProviderTag;
  readonly unusual: string;
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
      `SELECT run_id, created_ms, status, reasons, trust, unranked, scope, device, filesystem, os, browser, version,
              drive, drive_name, interface, name, network, provider, unusual, metric_set, metrics
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
  const [listed, voted] = await Promise.all([selectListedPlaces(db), selectVotedClients(db)]);
  const known = new Set(listed.map(({ layout, os, browser }) => `${layout} ${os} ${browser}`));
  return [...listed, ...voted.filter(({ layout, os, browser }) => !known.has(`${layout} ${os} ${browser}`))];
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
  const newest = newestOf('scope, os, browser, filesystem', '?1', Math.floor(PLACES / scopes.size));
  const distinct = db.prepare(`SELECT DISTINCT scope, os, browser, filesystem FROM (${newest})`);
  const found = await db.batch<{ scope: string; os: string; browser: string; filesystem: string }>(
    [...scopes.keys()].map((scope) => distinct.bind(scope)),
  );
  const results = found.flatMap((own) => own.results);
  return results.flatMap(({ scope, os, browser, filesystem }) => {
    const layout = scopes.get(scope);
    return layout ? [{ layout, os, browser, filesystem: filesystem === '' ? null : filesystem }] : [];
  });
}
