import type { Context } from 'hono';
import type { AppEnv, Env, RefreshMessage } from '../base/env.ts';
import { logError } from '../base/log.ts';
import { refreshBoards } from './refresh.ts';

/** Time that one batch of messages may take. */
const CONSUMER_MS = 25_000;

/** Asks for a refresh of the boards, after the answer. A message that is lost is found by the timer. */
export function refreshLater(c: Context<AppEnv>): void {
  c.executionCtx.waitUntil(askForRefresh(c.env));
}

async function askForRefresh({ REFRESH }: Env): Promise<void> {
  try {
    await REFRESH.send({ at: Date.now() });
  } catch (error) {
    logError('refresh-queue', error);
  }
}

/**
 * Refreshes all that waits: a message says only that something does, so that a hundred uploads are one round. What is left
 * when the time is over gets a message of its own; a database that cannot answer now has the batch sent again.
 */
export async function consumeRefreshes(batch: MessageBatch<RefreshMessage>, env: Env): Promise<void> {
  const startedMs = Date.now();
  const hasTime = () => Date.now() - startedMs < CONSUMER_MS;
  try {
    while ((await refreshBoards(env, Date.now())) > 0) {
      if (hasTime()) continue;
      await askForRefresh(env);
      break;
    }
    batch.ackAll();
  } catch (error) {
    logError('refresh', error);
    batch.retryAll({ delaySeconds: RETRY_S });
  }
}

const RETRY_S = 5;
