import type { Db } from '../base/env.ts';
import { agedUntilMs, waitingMs, type RankPolicy } from '../boards/policy.ts';
import { markVotesBetween } from '../store/dirty.ts';
import { AGED_UNTIL, ESTABLISHED_UNTIL, selectMeta, writeMeta } from '../store/meta.ts';

/** Marks for recount the votes whose waiting time has ended since the last call, and those of runs that became too old. */
export async function recountDueVotes(db: Db, policy: RankPolicy, nowMs: number): Promise<void> {
  await moveForward(db, ESTABLISHED_UNTIL, nowMs - waitingMs(policy), nowMs);
  await moveForward(db, AGED_UNTIL, agedUntilMs(policy, nowMs), nowMs);
}

async function moveForward(db: Db, bound: string, toMs: number, nowMs: number): Promise<void> {
  const fromMs = Number((await selectMeta(db, bound)) ?? '0');
  if (toMs <= fromMs) return;
  await db.batch([markVotesBetween(db, fromMs, toMs, nowMs), writeMeta(db, bound, toMs)]);
}
