import type { Context } from 'hono';
import type { AppEnv, Env } from '../base/env.ts';
import { logError } from '../base/log.ts';
import type { NewRun } from '../store/runs.ts';
import { countPending } from './count.ts';
import { countHourly, HOURLY } from './hourly.ts';
import { releaseOutliers } from './outliers.ts';

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
