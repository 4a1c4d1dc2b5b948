import { continueRebuild } from './aggregation/rebuild.ts';
import { refreshBoards } from './aggregation/refresh.ts';
import { ripenVotes } from './aggregation/ripen.ts';
import { app } from './app.ts';
import type { Env } from './base/env.ts';
import { rankPolicyOf } from './boards/policy.ts';
import { deleteOldDays } from './store/day-keys.ts';

/** Time that one call of the timer may take. */
const TIMER_MS = 25_000;

export default {
  fetch: app.fetch,

  /** Every minute: refreshes boards that uploads left behind, deletes old days, continues a rebuild. */
  async scheduled(_controller, env): Promise<void> {
    const startedMs = Date.now();
    const hasTime = () => Date.now() - startedMs < TIMER_MS;
    await env.DB.batch(deleteOldDays(env.DB, startedMs));
    await ripenVotes(env.DB, rankPolicyOf(env), startedMs);
    while (hasTime() && (await refreshBoards(env, Date.now())) > 0);
    while (hasTime() && (await continueRebuild(env.DB, Date.now()))?.done === false);
  },
} satisfies ExportedHandler<Env>;
