import type { Ticket } from '@opfsmark/schema/api';
import type { RunRecord } from '@opfsmark/schema/families';
import { change } from '$lib/base/local/database.ts';
import { askToLast } from '$lib/base/local/lasting.ts';
import { entryOf } from './entry-of.ts';
import { readHistory } from './store.ts';

/** About 20 MB of records at most; the oldest go first. */
export const MAX_RUNS = 400;

/** Adds runs that are not kept yet; the caller sees to it that there is room for them. */
export async function addRuns(runs: readonly { readonly record: RunRecord; readonly ticket: Ticket | null }[]) {
  await change(['history', 'records'], (stores) => {
    for (const { record, ticket } of runs) {
      stores('history').put(entryOf(record, ticket));
      stores('records').put(record);
    }
  });
}

/** Keeps a finished run. The same run again takes the place of what was kept. */
export async function keepRun(record: RunRecord, ticket: Ticket | null): Promise<void> {
  const { started_at } = record;
  const kept = (await readHistory()).filter((entry) => entry.started_at !== started_at);
  const surplus = kept.slice(MAX_RUNS - 1);
  await change(['history', 'records'], (stores) => {
    stores('history').put(entryOf(record, ticket));
    stores('records').put(record);
    for (const entry of surplus) {
      stores('history').delete(entry.started_at);
      stores('records').delete(entry.started_at);
    }
  });
}

/** Keeps what was just measured, and has the browser keep it too. */
export async function keepNew(record: RunRecord, ticket: Ticket | null): Promise<void> {
  await keepRun(record, ticket);
  // Firefox would put the question to a person, who has not asked for anything.
  if (record.environment.client.browser.family !== 'firefox') await askToLast();
}
