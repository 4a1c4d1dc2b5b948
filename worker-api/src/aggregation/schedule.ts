import type { Context } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { logError } from '../base/problem.ts';
import { countPending } from './count.ts';
import { countHourly, HOURLY } from './hourly.ts';

/** Time that counting may take after an answer. */
const AFTER_ANSWER_MS = 20_000;

/** The work that an upload leaves for after its answer: what was counted by two at once. */
export function countLater({ env, executionCtx }: Context<AppEnv>): void {
  const nowMs = Date.now();
  const hasTime = () => Date.now() - nowMs < AFTER_ANSWER_MS;
  const count = async () => {
    await countPending(env, nowMs, hasTime);
    await countHourly(env, nowMs, HOURLY.other, hasTime);
  };
  executionCtx.waitUntil(count().catch((error: unknown) => logError('count', error)));
}
