import { localStore } from '$lib/base/local/stores.ts';
import { fileOf, keepKeys, MAX_FILE_BYTES, newRuns, readFile, type FileProblem, type Loaded } from './backup.ts';
import { addRuns, MAX_RUNS } from './keep.ts';
import { readStored, saveJson } from './save.ts';
import { readHistory, readHistoryRows } from './store.ts';

export { MAX_FILE_BYTES, MAX_RUNS };

/** Hands history and keys to the browser's download. */
export async function saveHistory(now = new Date()): Promise<void> {
  const entries = await readHistory();
  const runs = [];
  for (const { started_at, ticket } of entries) runs.push({ started_at, ticket, record: await readStored(started_at) });
  saveJson(`history-${now.toISOString().slice(0, 10)}`, fileOf(runs, localStore(), now.toISOString()));
}

/** Adds what a saved file holds to what is here, and replaces nothing. `unkept`: the browser had no room for all of it. */
export async function loadHistory(file: Blob): Promise<Loaded | FileProblem | 'huge' | 'unkept'> {
  if (file.size > MAX_FILE_BYTES) return 'huge';
  const saved = readFile(await file.text());
  if (typeof saved === 'string') return saved;
  try {
    const { rows, broken } = await readHistoryRows();
    // What is damaged is not replaced either: it may be saved as it is.
    const here = new Set<unknown>([...rows.map(({ started_at }) => started_at), ...broken.map(({ key }) => key)]);
    const { runs, surplus, known } = newRuns(saved, here, MAX_RUNS);
    // Keys first: they are small, and cannot be measured again.
    const keys = keepKeys(saved, localStore());
    await addRuns(runs);
    return { ...keys, runs: runs.length, known: known + keys.known, surplus, unreadable: saved.unreadable };
  } catch {
    return 'unkept';
  }
}
