import { isFamilyId, type RunRecord } from '@opfsmark/schema/families';
import { has, isAmount, isText, isTime, orNull } from '../../base/local/checks.ts';
import type { HistoryEntry } from './entry.ts';
import { type BrokenRow, change, readOne, readRows, type Rows } from '../../base/local/database.ts';
import { saveFile } from '../../base/save-file.ts';

const isSystem = has({ family: isText });
const isFigure = has({
  ...{ slug: isText, name: isText, bytes_per_s: isAmount, iops: isAmount },
});
const isSentence = has({ kind: isText });

const isEntry = has({
  ...{ started_at: isTime, family: isFamilyId, profile: isText, status: isText, engine: isText },
  client: has({ browser: isSystem, os: isSystem }),
  file_bytes: orNull(isAmount),
  planned_bytes: orNull(isAmount),
  ticket: orNull(has({ run_id: isText, expires_at: isTime })),
  sentence: (value) => value === undefined || isSentence(value),
  figures: (value) => Array.isArray(value) && value.every(isFigure),
});

/** Whether lists can show it: one that is broken must not take the others with it. */
export const isHistoryEntry = (value: unknown): value is HistoryEntry => isEntry(value);

/** A run as it is kept. */
interface KeptRun {
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

/** A run as it is stored, whatever stands there; `undefined`: nothing. */
export interface StoredRun {
  readonly entry: unknown;
  readonly record: unknown;
}

export async function readStored(startedAt: string): Promise<StoredRun> {
  const [entry, record] = await Promise.all([
    readOne('history', startedAt),
    // A value whose file is gone: what else there is of the run, and all other runs, are not lost with it.
    readOne('records', startedAt).catch(() => undefined),
  ]);
  return { entry, record };
}

/** Puts back what was deleted. */
export function putBack({ entry, record }: StoredRun): Promise<void> {
  return change(['history', 'records'], (stores) => {
    stores('history').put(entry);
    if (record !== undefined) stores('records').put(record);
  });
}

/** `null`: there is none. `unreadable`: something is there that is no run. */
export async function readKeptRun(startedAt: string): Promise<KeptRun | 'unreadable' | null> {
  const { entry, record } = await readStored(startedAt);
  if (entry === undefined && record === undefined) return null;
  if (!isHistoryEntry(entry) || record === undefined) return 'unreadable';
  const { isRunRecord } = await import('../../base/local/check-record.ts');
  return isRunRecord(record) ? { entry, record } : 'unreadable';
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

/** A damaged row, with the record that belongs to it. */
export function deleteBroken({ store, key }: BrokenRow): Promise<void> {
  const names = store === 'history' ? (['history', 'records'] as const) : ([store] as const);
  return change(names, (stores) => {
    for (const name of names) stores(name).delete(key);
  });
}

/** The record, or as much as there is of the run, as it is stored. */
export async function readDocument(startedAt: string): Promise<unknown> {
  const { entry, record } = await readStored(startedAt);
  return record ?? entry;
}

/** A time as the name of a file has it. */
const stamp = (iso: string) => iso.slice(0, 19).replaceAll(':', '');

/** Hands a document to the browser's download. */
export function saveJson(name: string, value: unknown): void {
  saveFile(`opfsmark-${name}.json`, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
}

/** Saves the whole record of a run. */
export async function saveRecord(startedAt: string): Promise<void> {
  saveJson(stamp(startedAt), await readDocument(startedAt));
}

/** Saves what cannot be shown as it is stored, with the record that belongs to it. */
export async function saveBroken(row: BrokenRow): Promise<void> {
  const record = row.store === 'history' ? await readOne('records', row.key).catch(() => undefined) : undefined;
  saveJson('unreadable', { ...row, record });
}
