import { readOne, type BrokenRow } from '$lib/base/local/database.ts';

/** The record, or as much as there is of the run, as it is stored. */
export async function readStored(startedAt: string): Promise<unknown> {
  return (await readOne('records', startedAt)) ?? readOne('history', startedAt);
}

/** A time as the name of a file has it. */
const stamp = (iso: string) => iso.slice(0, 19).replaceAll(':', '');

/** Hands a document to the browser's download. */
export function saveJson(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `opfsmark-${name}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves the whole record of a run. */
export async function saveRecord(startedAt: string): Promise<void> {
  saveJson(stamp(startedAt), await readStored(startedAt));
}

/** Saves what cannot be shown as it is stored, with the record that belongs to it. */
export async function saveBroken(row: BrokenRow): Promise<void> {
  const record = row.store === 'history' ? await readOne('records', row.key).catch(() => undefined) : undefined;
  saveJson('unreadable', { ...row, record });
}
