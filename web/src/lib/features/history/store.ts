import type { RunRecord } from '@opfsmark/schema/families';
import { readOne, readRows, type Rows } from '$lib/base/local/database.ts';
import type { HistoryEntry } from './entry.ts';
import { isHistoryEntry } from './is-entry.ts';

/** A run as it is kept. */
export interface KeptRun {
  readonly entry: HistoryEntry;
  readonly record: RunRecord;
}

/** Newest first, and what is there besides. */
export async function readHistoryRows(): Promise<Rows<HistoryEntry>> {
  const { rows, broken } = await readRows('history', isHistoryEntry);
  return { rows: rows.toSorted((a, b) => b.started_at.localeCompare(a.started_at)), broken };
}

/** Newest first. */
export async function readHistory(): Promise<readonly HistoryEntry[]> {
  return (await readHistoryRows()).rows;
}

/** `null`: there is none. `unreadable`: something is there that is no run. */
export async function readKeptRun(startedAt: string): Promise<KeptRun | 'unreadable' | null> {
  const [entry, record] = await Promise.all([readOne('history', startedAt), readOne('records', startedAt)]);
  if (entry === undefined && record === undefined) return null;
  if (!isHistoryEntry(entry) || record === undefined) return 'unreadable';
  const { isRunRecord } = await import('$lib/base/local/check-record.ts');
  return isRunRecord(record) ? { entry, record } : 'unreadable';
}
