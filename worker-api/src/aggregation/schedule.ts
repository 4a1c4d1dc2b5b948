import type { Context } from 'hono';
import type { AppEnv, Env } from '../base/env.ts';
import { logError } from '../base/problem.ts';
import { isOutlier } from '../boards/unusual.ts';
import { type PeerKeys, selectHeldOutliers, selectPeers } from '../store/members.ts';
import { type NewRun, selectRun } from '../store/runs.ts';
import { countPending } from './count.ts';
import { countHourly, HOURLY } from './hourly.ts';
import { changeStatus } from './runs.ts';

const RUNS_LOOKED_AT = 10;

/** Publishes runs that were held as outliers and lie within what other networks have measured since. */
async function releaseOutliers(env: Env, keys: Omit<PeerKeys, 'flush'>, nowMs: number): Promise<void> {
  for (const heldRun of await selectHeldOutliers(env.DB, keys, RUNS_LOOKED_AT)) {
    const peers = await selectPeers(env.DB, { ...keys, flush: heldRun.flush }, heldRun.network);
    if (isOutlier(heldRun.metrics, peers)) continue;
    const run = await selectRun(env.DB, heldRun.run_id);
    if (run?.status === 'held') await changeStatus(env, run, { status: 'published', reasons: [] }, nowMs);
  }
}

/** Time that counting may take after an answer. */
const AFTER_ANSWER_MS = 20_000;

/** What an upload leaves to be done after its answer: what it frees, and what was counted by two at once. */
export function countLater(c: Context<AppEnv>, run: NewRun): void {
  c.executionCtx.waitUntil(countAfter(c.env, run));
}

async function countAfter(env: Env, run: NewRun): Promise<void> {
  const nowMs = Date.now();
  const hasTime = () => Date.now() - nowMs < AFTER_ANSWER_MS;
  try {
    if (run.scope !== '') await releaseOutliers(env, run, nowMs);
    await countPending(env, nowMs, hasTime);
    await countHourly(env, nowMs, HOURLY.other, hasTime);
  } catch (error) {
    logError('count', error);
  }
}
