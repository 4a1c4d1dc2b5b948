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

/** Recent runs kept per scope. */
export const RECENT_PER_SCOPE = 200;
/** Of those without a place on a board, so many are shown under it. */
export const RECENT_SHOWN = 20;
const PLACES = 200;

/**
 * Takes off the list what a new run leaves no room for: at most the network's oldest run and the scope's oldest.
 *
 * @param perNetwork recent runs kept per network and scope: nobody can push out everybody else
 */
export function trimRecent(db: Db, scope: string, network: number, perNetwork: number): D1PreparedStatement[] {
  // Any other index would read all runs of the network.
  const listed = 'SELECT run_id FROM run INDEXED BY run_by_listing WHERE scope = ?1 AND listed = 1';
  return [
    db
      .prepare(
        `UPDATE run SET listed = 0 WHERE run_id IN (
           ${listed} AND network = ?2 ORDER BY created_ms DESC, run_id DESC LIMIT -1 OFFSET ?3)`,
      )
      .bind(scope, network, perNetwork),
    db
      .prepare(
        `UPDATE run SET listed = 0 WHERE run_id IN (
           ${listed} ORDER BY created_ms DESC, run_id DESC LIMIT -1 OFFSET ${RECENT_PER_SCOPE})`,
      )
      .bind(scope),
  ];
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
       FROM run INDEXED BY run_by_listing
       WHERE scope = ?1 AND listed = 1 AND (?2 IS NULL OR os = ?2) AND (?3 IS NULL OR browser = ?3)
         AND (?4 IS NULL OR filesystem = ?4) AND substr(metric_set, ?5, 1) = '1'
         AND ${HAS_NO_REJECTED.device} AND ${board.subject === 'drive' ? HAS_NO_REJECTED.drive : 'TRUE'}
       ORDER BY created_ms DESC LIMIT ${RECENT_PER_SCOPE}`,
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
  const { results } = await db
    .prepare(
      `SELECT DISTINCT scope, os, browser, filesystem FROM run
       WHERE scope IN (SELECT value FROM json_each(?1)) AND listed = 1 LIMIT ${PLACES}`,
    )
    .bind(JSON.stringify([...scopes.keys()]))
    .all<{ scope: string; os: string; browser: string; filesystem: string }>();
  return results.flatMap(({ scope, os, browser, filesystem }) => {
    const layout = scopes.get(scope);
    return layout ? [{ layout, os, browser, filesystem: filesystem === '' ? null : filesystem }] : [];
  });
}
