import { continueRebuild } from './aggregation/rebuild.ts';
import { refreshBoards } from './aggregation/refresh.ts';
import { recountDueVotes } from './aggregation/recount-due.ts';
import { consumeRefreshes } from './aggregation/schedule.ts';
import { measureStorage } from './aggregation/storage.ts';
import { deleteLeftDocuments, sweepDocuments } from './aggregation/sweep.ts';
import { app } from './app.ts';
import { logError } from './base/log.ts';
import type { Env, RefreshMessage } from './base/env.ts';
import { meteredDatabase } from './middleware/metering.ts';
import { rankPolicyOf } from './boards/policy.ts';
import { FILES_PER_CALL } from './snapshot/files.ts';
import { renewStaleFiles } from './snapshot/renew.ts';
import { continueSnapshot, startNightlySnapshot } from './snapshot/take.ts';
import { deleteOldDays } from './store/day-keys.ts';
import { deleteOldGroups } from './store/groups.ts';
import { deleteOldReports } from './store/moderation.ts';

/** Time that one call of the timer may take. */
const TIMER_MS = 25_000;

export default {
  fetch: app.fetch,

  /** With METER_D1 it logs how many rows a batch took: measurements read that. */
  async queue(batch, env): Promise<void> {
    if (env.METER_D1 !== '1') return consumeRefreshes(batch, env);
    const meter = { rowsRead: 0, rowsWritten: 0, calls: 0 };
    await consumeRefreshes(batch, { ...env, DB: meteredDatabase(env.DB, meter) });
    console.warn(JSON.stringify({ at: 'refresh-rows', read: meter.rowsRead, written: meter.rowsWritten }));
  },

  /** Every minute: refreshes boards whose messages were lost, deletes what is left over, continues a rebuild and the snapshot. */
  async scheduled(_controller, env): Promise<void> {
    const startedMs = Date.now();
    const hasTime = () => Date.now() - startedMs < TIMER_MS;
    // One that fails is logged and must not keep the others from their turn.
    const tasks = {
      'delete-old-days': () => env.DB.batch(deleteOldDays(env.DB, startedMs)),
      'recount-due-votes': () => recountDueVotes(env.DB, rankPolicyOf(env), startedMs),
      refresh: async () => {
        while (hasTime() && (await refreshBoards(env, Date.now())) > 0);
      },
      'delete-left-documents': () => deleteLeftDocuments(env),
      'sweep-documents': () => sweepDocuments(env, startedMs),
      'delete-old-reports': () => deleteOldReports(env.DB, startedMs).run(),
      'delete-old-groups': () => env.DB.batch(deleteOldGroups(env.DB, startedMs)),
      storage: () => measureStorage(env, startedMs),
      rebuild: async () => {
        while (hasTime() && (await continueRebuild(env.DB, Date.now()))?.done === false);
      },
      'renew-snapshot': () => renewStaleFiles(env, startedMs),
      snapshot: async () => {
        await startNightlySnapshot(env.DB, startedMs);
        for (let n = 0; n < FILES_PER_CALL && hasTime() && (await continueSnapshot(env)); n++);
      },
    };
    for (const [name, act] of Object.entries(tasks)) {
      try {
        await act();
      } catch (error) {
        logError(name, error);
      }
    }
  },
} satisfies ExportedHandler<Env, RefreshMessage>;
