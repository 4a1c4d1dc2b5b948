import type { Context } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { refreshBoards } from './refresh.ts';

/** Whoever refreshes longer than this has been cut off, and the next one begins again. */
const GIVEN_UP_MS = 10_000;

/** Of this isolate: one refreshes for all, and once more for what came meanwhile. */
let busySinceMs = 0;
let cameMeanwhile = false;

/** Brings the boards up to date after the answer has gone out; what fails stays in the queue, for the timer. */
export function refreshLater(c: Context<AppEnv>): void {
  cameMeanwhile = true;
  if (Date.now() - busySinceMs < GIVEN_UP_MS) return;
  c.executionCtx.waitUntil(refreshAll(c.env));
}

async function refreshAll(env: AppEnv['Bindings']): Promise<void> {
  try {
    while (cameMeanwhile) {
      cameMeanwhile = false;
      busySinceMs = Date.now();
      while ((await refreshBoards(env, Date.now())) > 0) busySinceMs = Date.now();
    }
  } catch (error) {
    console.error(JSON.stringify({ at: 'refresh', message: error instanceof Error ? error.message : 'unknown' }));
  } finally {
    busySinceMs = 0;
  }
}
