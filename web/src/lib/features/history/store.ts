import type { Ticket } from '@opfsmark/schema/api';
import type { RunRecord } from '@opfsmark/schema/families';
import { change, readAll, readOne } from '$lib/base/local/database.ts';
import type { HistoryEntry } from './entry.ts';

/** A run as it is kept. */
export interface KeptRun {
  readonly entry: HistoryEntry;
  readonly record: RunRecord;
}

/** About 20 MB of records at most; the oldest go first. */
const MAX_RUNS = 400;

/** Keeps a finished run. The same run again takes the place of what was kept. */
export async function keepRun(record: RunRecord, ticket: Ticket | null): Promise<void> {
  const { started_at } = record;
  const { entryOf } = await import('./entry-of.ts');
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

/** Newest first. */
export async function readHistory(): Promise<HistoryEntry[]> {
  return (await readAll<HistoryEntry>('history')).toSorted((a, b) => b.started_at.localeCompare(a.started_at));
}

export async function readKeptRun(startedAt: string): Promise<KeptRun | null> {
  const [entry, record] = await Promise.all([
    readOne<HistoryEntry>('history', startedAt),
    readOne<RunRecord>('records', startedAt),
  ]);
  return entry && record ? { entry, record } : null;
}

export function deleteRun(startedAt: string): Promise<void> {
  return change(['history', 'records'], (stores) => {
    stores('history').delete(startedAt);
    stores('records').delete(startedAt);
  });
}

export function deleteAllRuns(): Promise<void> {
  return change(['history', 'records'], (stores) => {
    stores('history').clear();
    stores('records').clear();
  });
}
