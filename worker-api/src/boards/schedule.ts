import type { Context } from 'hono';
import type { AppEnv } from '../env.ts';
import { refreshBoards } from './refresh.ts';

/** Brings the boards up to date after the answer has gone out; what fails stays in the queue, for the timer. */
export function refreshLater(c: Context<AppEnv>): void {
  c.executionCtx.waitUntil(
    refreshBoards(c.env, Date.now()).catch((error: unknown) => {
      console.error(JSON.stringify({ at: 'refresh', message: error instanceof Error ? error.message : 'unknown' }));
    }),
  );
}
