import type { Db } from '../base/env.ts';
import { waitingMs, type RankPolicy } from '../boards/policy.ts';
import { markVotesBetween } from '../store/dirty.ts';
import { RIPE_UNTIL, selectMeta, writeMeta } from '../store/meta.ts';

/** Has the votes counted again whose waiting time has ended since the last call. */
export async function ripenVotes(db: Db, policy: RankPolicy, nowMs: number): Promise<void> {
  const fromMs = Number((await selectMeta(db, RIPE_UNTIL)) ?? '0');
  const toMs = nowMs - waitingMs(policy);
  if (toMs <= fromMs) return;
  await db.batch([markVotesBetween(db, fromMs, toMs, nowMs), writeMeta(db, RIPE_UNTIL, toMs)]);
}
