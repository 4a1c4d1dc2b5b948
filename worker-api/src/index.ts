import { app } from './app.ts';
import { continueRebuild } from './aggregation/rebuild.ts';
import { refreshBoards } from './aggregation/refresh.ts';
import { forgetOldDays } from './store/day-keys.ts';
import type { Env } from './base/env.ts';

/** A timer's call may take so long. */
const TIMER_MS = 25_000;

export default {
  fetch: app.fetch,

  /** Every minute: what uploads left undone, old days, the next part of a rebuild. */
  async scheduled(_controller, env): Promise<void> {
    const startedMs = Date.now();
    const inTime = () => Date.now() - startedMs < TIMER_MS;
    await env.DB.batch(forgetOldDays(env.DB, startedMs));
    while (inTime() && (await refreshBoards(env, Date.now())) > 0);
    while (inTime() && (await continueRebuild(env.DB, Date.now()))?.done === false);
  },
} satisfies ExportedHandler<Env>;
