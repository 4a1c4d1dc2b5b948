import type { Env } from '../base/env.ts';
import { trustsAll } from '../boards/policy.ts';
import { selectExpired } from '../store/runs.ts';
import { removeRun } from './status.ts';

/** A run without a ticket, which nobody can rank, is kept so long; in a group it stays. */
export const TICKETLESS_DAYS = 30;
const DAY_MS = 86_400_000;
const EXPIRED_PER_CALL = 50;

/** Deletes some runs that were published without a ticket, where not everything that is listed counts. */
export async function deleteExpired(env: Env, nowMs: number): Promise<void> {
  if (trustsAll(env)) return;
  const expired = await selectExpired(env.DB, nowMs - TICKETLESS_DAYS * DAY_MS, EXPIRED_PER_CALL);
  for (const run of expired) await removeRun(env, run, nowMs);
}
