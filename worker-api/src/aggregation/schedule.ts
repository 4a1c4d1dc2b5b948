import type { Context } from 'hono';
import type { AppEnv, Env } from '../base/env.ts';
import { logError } from '../base/log.ts';
import { refreshBoards } from './refresh.ts';

/** A refresh that has shown no progress for so long was cut off, and the next one starts over. */
const ABANDONED_MS = 10_000;

/** Of this isolate: one request refreshes for all, and once more for keys that changed meanwhile. */
let lastProgressMs = 0;
let isRequested = false;

/** Refreshes the boards after the answer was sent. Keys that fail stay in the queue for the timer. */
export function refreshLater(c: Context<AppEnv>): void {
  isRequested = true;
  if (Date.now() - lastProgressMs < ABANDONED_MS) return;
  c.executionCtx.waitUntil(refreshUntilDone(c.env));
}

async function refreshUntilDone(env: Env): Promise<void> {
  try {
    while (isRequested) {
      isRequested = false;
      lastProgressMs = Date.now();
      while ((await refreshBoards(env, Date.now())) > 0) lastProgressMs = Date.now();
    }
  } catch (error) {
    logError('refresh', error);
  } finally {
    lastProgressMs = 0;
  }
}
