import type { MetricValues } from '@opfsmark/schema/boards';
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

/** Newest runs of a device that are looked at: an upload reads no more, however many there are. */
const RUNS_READ = 100;

/** Of each other network the newest counted run on the same device, system, browser and flush, among the device's newest. */
export async function selectPeers(db: Db, keys: PeerKeys, network: number): Promise<MetricValues[]> {
  const { results } = await db
    .prepare(
      `SELECT metric_set, metrics, max(created_ms) FROM (
         SELECT * FROM run WHERE device = ?1 ORDER BY created_ms DESC LIMIT ${RUNS_READ})
       WHERE scope = ?2 AND os = ?3 AND browser = ?4 AND flush = ?5
         AND network <> ?6 AND status = 'published' AND trust = 1
       GROUP BY network`,
    )
    .bind(keys.device, keys.scope, keys.os, keys.browser, keys.flush, network)
    .all<StoredMetrics>();
  return results.map(readableMetrics);
}

export interface HeldOutlier {
  readonly run_id: string;
  readonly network: number;
  readonly flush: string;
  readonly metrics: MetricValues;
}

/** Runs that are held as outliers alone, to be looked at again when others have voted. */
export async function selectHeldOutliers(db: Db, keys: Omit<PeerKeys, 'flush'>, limit: number): Promise<HeldOutlier[]> {
  const { results } = await db
    .prepare(
      `SELECT run_id, network, flush, metric_set, metrics FROM run INDEXED BY run_by_hold
       WHERE device = ?1 AND scope = ?2 AND os = ?3 AND browser = ?4 AND status = 'held' AND reasons = '["outlier"]'
       ORDER BY created_ms LIMIT ?5`,
    )
    .bind(keys.device, keys.scope, keys.os, keys.browser, limit)
    .all<Omit<HeldOutlier, 'metrics'> & StoredMetrics>();
  return results.map((run) => ({ ...run, metrics: readableMetrics(run) }));
}
