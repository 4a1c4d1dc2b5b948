import type { CutKeys } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { isOutlier } from '../boards/outliers.ts';
import { markDirty } from '../store/dirty.ts';
import { selectHeldOutliers, selectPeers } from '../store/peers.ts';
import { updateStatus } from '../store/runs.ts';

const RUNS_LOOKED_AT = 10;

/** Publishes runs that were held as outliers and lie within what other networks have measured since. */
export async function releaseOutliers(db: Db, keys: CutKeys, nowMs: number): Promise<void> {
  for (const held of await selectHeldOutliers(db, keys, RUNS_LOOKED_AT)) {
    const peers = await selectPeers(db, { ...keys, flush: held.flush }, held.network);
    if (isOutlier(held.metrics, peers)) continue;
    await db.batch([updateStatus(db, held.run_id, 'published', []), markDirty(db, held, nowMs)]);
  }
}
