import type { Ticket } from '@opfsmark/schema/api';
import type { RunRecord } from '@opfsmark/schema/families';
import { change } from '$lib/base/local/database.ts';
import { entryOf } from './entry-of.ts';
import { readHistory } from './store.ts';

/** About 20 MB of records at most; the oldest go first. */
const MAX_RUNS = 400;

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
