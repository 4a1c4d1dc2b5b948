import type { AnyRecord } from '@opfsmark/schema/families';
import { change, readAll, readOne } from '$lib/base/local/database.ts';
import { entryOf, type HistoryEntry } from './entry.ts';

/** About 20 MB of records at most; the oldest go first. */
const MAX_RUNS = 400;

/** Keeps a finished run. The same run again, as after it was published, takes the place of what was kept. */
export async function keepRun(record: AnyRecord, runId: string | null): Promise<void> {
  const entry = entryOf(record, runId);
  const kept = (await readHistory()).filter(({ started_at }) => started_at !== entry.started_at);
  const surplus = kept.slice(MAX_RUNS - 1);
  await change(['history', 'records'], (stores) => {
    stores('history').put(entry);
    stores('records').put(record);
    for (const { started_at } of surplus) {
      stores('history').delete(started_at);
      stores('records').delete(started_at);
    }
  });
}

/** Newest first. */
export async function readHistory(): Promise<HistoryEntry[]> {
  return (await readAll<HistoryEntry>('history')).toSorted((a, b) => b.started_at.localeCompare(a.started_at));
}

export function readRecord(startedAt: string): Promise<AnyRecord | undefined> {
  return readOne<AnyRecord>('records', startedAt);
}

export function forgetRun(startedAt: string): Promise<void> {
  return change(['history', 'records'], (stores) => {
    stores('history').delete(startedAt);
    stores('records').delete(startedAt);
  });
}

export function forgetAllRuns(): Promise<void> {
  return change(['history', 'records'], (stores) => {
    stores('history').clear();
    stores('records').clear();
  });
}
