import { countPending } from './aggregation/count.ts';
import { countHourly, HOURLY } from './aggregation/hourly.ts';
import { deleteExpired } from './aggregation/runs.ts';
import { deleteLeftDocuments, measureStorage, sweepDocuments } from './aggregation/storage.ts';
import { app } from './app.ts';
import type { Env } from './base/env.ts';
import { logError } from './base/problem.ts';
import { FILES_PER_CALL } from './snapshot/files.ts';
import { continueSnapshot, renewStaleFiles, startNightlySnapshot } from './snapshot/take.ts';
import { deleteOldGroups } from './store/groups.ts';
import { deleteOldDays } from './store/keys.ts';
import { deleteOldReports } from './store/moderation.ts';

/** The other timer, which may take fifteen minutes of processor time: see wrangler.jsonc. */
const EVERY_HOUR = '0 * * * *';
/** Time that one call of the timer may take. */
const TIMER_MS = 25_000;

export default {
  fetch: app.fetch,

  /** Every minute: counts what is marked, deletes what is left over, continues the snapshot. Every hour: counts the rest. */
  async scheduled(controller, env): Promise<void> {
    const startedMs = Date.now();
    const hasTime = () => Date.now() - startedMs < TIMER_MS;
    if (controller.cron === EVERY_HOUR) return countHourly(env, startedMs, HOURLY.timer, () => true);
    // One that fails is logged and must not keep the others from their turn.
    const tasks = {
      'delete-old-days': () => env.DB.batch(deleteOldDays(env.DB, startedMs)),
      count: () => countPending(env, startedMs, hasTime),
      'count-hourly': () => countHourly(env, startedMs, HOURLY.late, hasTime),
      'delete-left-documents': () => deleteLeftDocuments(env),
      'sweep-documents': () => sweepDocuments(env, startedMs),
      'delete-expired': () => deleteExpired(env, startedMs),
      'delete-old-reports': () => deleteOldReports(env.DB, startedMs).run(),
      'delete-old-groups': () => env.DB.batch(deleteOldGroups(env.DB, startedMs)),
      storage: () => measureStorage(env, startedMs),
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
} satisfies ExportedHandler<Env>;
