import type { RunRecord } from '@opfsmark/schema/families';
import { change, readAll, readOne } from '$lib/base/local/database.ts';
import type { HistoryEntry } from './entry.ts';

/** A run as it is kept. */
export interface KeptRun {
  readonly entry: HistoryEntry;
  readonly record: RunRecord;
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
