import { CUT_KEYS, type CutKeys, type MetricValues } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { readableMetrics, type StoredMetrics } from '../boards/stored-metrics.ts';

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
export async function selectPeers(db: Db, keys: PeerKeys, network: number): Promise<MetricValues[]> {
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
  readonly network: number;
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
