import { databaseFigure } from '@opfsmark/schema/families/database/figures';
import type { DatabasePlan, DatabaseResult } from '@opfsmark/schema/families/database/schema';
import { standardPlan } from '@opfsmark/schema/families';
import { run } from '../../../wasm-core/ts/index.ts';
import type { WorkSize } from '../../../wasm-core/ts/stores/store.ts';
import type { CreateRequest, CreateShare, SqliteLoops, SqlitePlace, SqliteTimes } from './loops.ts';

/** What bench/families.mjs drives: orders of creating files, and the database family itself. */
const workers: Worker[] = [];

function ask(worker: Worker, share: CreateShare): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ error?: string }>) => {
      if (data.error === undefined) resolve();
      else reject(new Error(data.error));
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(share);
  });
}

/** Files per second, from the first request until the last worker has answered. */
async function createFiles(request: CreateRequest): Promise<number> {
  const root = await navigator.storage.getDirectory();
  const folder = 'bench-create';
  await root.getDirectoryHandle(folder, { create: true });
  while (workers.length < request.workers) {
    const worker = new Worker(new URL('./worker/create.ts', import.meta.url), { type: 'module' });
    // Answers when it has been loaded.
    await ask(worker, { ...request, folder, files: 0, first: 0 });
    workers.push(worker);
  }
  const askedWorkers = workers.slice(0, request.workers);
  const beginMs = performance.now();
  await Promise.all(askedWorkers.map((worker, first) => ask(worker, { ...request, folder, first })));
  const elapsedMs = performance.now() - beginMs;
  await root.removeEntry(folder, { recursive: true });
  return (request.files * 1_000) / elapsedMs;
}

async function database(changes: Partial<DatabasePlan>): Promise<{ result: DatabaseResult; rowsPerS: number[] }> {
  const record = await run({ plan: { ...standardPlan('database'), ...changes } });
  if (record.result.family !== 'database' || record.status !== 'done') {
    throw new Error(record.failure?.detail ?? `the run is ${record.status}`);
  }
  const { result } = record;
  return { result, rowsPerS: result.phases.map((phase) => databaseFigure(phase).rowsPerS) };
}

/** Loop by loop, the cells of the family `app-storage` on SQLite's own build. */
function sqliteLoops(place: SqlitePlace, changes: Partial<WorkSize>): Promise<SqliteTimes> {
  const worker = new Worker(new URL('./worker/sqlite.ts', import.meta.url), { type: 'module' });
  return new Promise<SqliteTimes>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ times: SqliteTimes } | { error: string }>) => {
      if ('error' in data) reject(new Error(data.error));
      else resolve(data.times);
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    const request: SqliteLoops = { place, size: { ...standardPlan('app-storage'), ...changes } };
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

Object.assign(window, { bench: { createFiles, database, sqliteLoops } });
