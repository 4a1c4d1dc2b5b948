import type { Env } from '../base/env.ts';
import { isOutlier } from '../boards/outliers.ts';
import { selectHeldOutliers, selectPeers, type PeerKeys } from '../store/peers.ts';
import { selectRun } from '../store/runs.ts';
import { changeStatus } from './status.ts';

const RUNS_LOOKED_AT = 10;

/** Publishes runs that were held as outliers and lie within what other networks have measured since. */
export async function releaseOutliers(env: Env, keys: Omit<PeerKeys, 'flush'>, nowMs: number): Promise<void> {
  for (const held of await selectHeldOutliers(env.DB, keys, RUNS_LOOKED_AT)) {
    const peers = await selectPeers(env.DB, { ...keys, flush: held.flush }, held.network);
    if (isOutlier(held.metrics, peers)) continue;
    const run = await selectRun(env.DB, held.run_id);
    if (run?.status === 'held') await changeStatus(env, run, { status: 'published', reasons: [] }, nowMs);
  }
}
