import type { Context } from 'hono';
import { dayOf } from '../base/days.ts';
import type { AppEnv, Db, Env } from '../base/env.ts';
import { OBJECTS_PER_CALL } from '../base/limits.ts';
import { logError } from '../base/problem.ts';
import {
  type FileRow,
  keepFile,
  type NextSnapshot,
  selectFiles,
  selectFilesFrom,
  selectNext,
  selectSnapshot,
  selectSnapshotRuns,
  selectStaleFiles,
  serveSnapshot,
  writeNext,
} from '../store/snapshot.ts';
import { FILES_PER_CALL, stateOf, writeAgain, writeDevicesFile, writeRunsFile, writeSourcesFile } from './files.ts';

/** A file holds no more runs than this, nor many more bytes of documents: a Worker has 128 MB. */
const RUNS_PER_FILE = 200;

/** Deletes the objects of stale files, and has them written again after the answer. The timer does what is left. */
export async function takeOutOfSnapshot(c: Context<AppEnv>): Promise<void> {
  const log = (error: unknown) => logError('renew-snapshot', error);
  try {
    const files = await staleFiles(c.env);
    if (files.length === 0) return;
    await deleteObjects(c.env, files);
  } catch (error) {
    // The run is deleted, and no stale file is served: the answer says so.
    log(error);
  }
  c.executionCtx.waitUntil(renewStaleFiles(c.env, Date.now()).catch(log));
}

/** Writes stale files again, without what was deleted, as many as one call may. */
export async function renewStaleFiles(env: Env, nowMs: number): Promise<void> {
  const files = await staleFiles(env);
  await deleteObjects(env, files);
  for (const file of files.slice(0, FILES_PER_CALL)) await writeAgain(env, file, nowMs);
}

async function staleFiles({ DB }: Env): Promise<FileRow[]> {
  const snapshot = await selectSnapshot(DB);
  return selectStaleFiles(DB, snapshot?.generation ?? 0);
}

async function deleteObjects({ SNAPSHOTS }: Env, files: readonly FileRow[]): Promise<void> {
  const names = [...new Set(files.map(({ name }) => name).filter((name) => name !== ''))];
  for (let i = 0; i < names.length; i += OBJECTS_PER_CALL) await SNAPSHOTS.delete(names.slice(i, i + OBJECTS_PER_CALL));
}

/** Before the first run. */
const BEGINNING_MS = -1;

/** Begins a snapshot of what is public now; the one that is being written goes on instead. */
export async function startSnapshot(db: Db, nowMs: number): Promise<void> {
  if (await selectNext(db)) return;
  const generation = ((await selectSnapshot(db))?.generation ?? 0) + 1;
  await writeNext(db, { generation, taken_ms: nowMs, after_ms: BEGINNING_MS }).run();
}

/** Begins the snapshot of the day, once. */
export async function startNightlySnapshot(db: Db, nowMs: number): Promise<void> {
  const snapshot = await selectSnapshot(db);
  if (!snapshot || dayOf(snapshot.taken_ms) !== dayOf(nowMs)) await startSnapshot(db, nowMs);
}

/** Writes the next file of the snapshot that is being written; `false` where none is. The last step has it served. */
export async function continueSnapshot(env: Env, runsPerFile = RUNS_PER_FILE): Promise<boolean> {
  const snapshot = await selectNext(env.DB);
  if (!snapshot) return false;
  if (snapshot.after_ms < snapshot.taken_ms) {
    const reachedMs = await writeNextFile(env, snapshot, runsPerFile);
    if (reachedMs !== null) await writeNext(env.DB, { ...snapshot, after_ms: reachedMs }).run();
    return true;
  }
  if (!(await writeDevicesFile(env, snapshot.generation, snapshot.taken_ms))) return true;
  await serveSnapshot(env.DB, snapshot);
  await sweep(env, snapshot);
  return false;
}

/** Keeps the file of the snapshot before where nothing in it has changed, or writes one; and who sent what is in it, anew. */
async function writeNextFile(
  env: Env,
  { generation, taken_ms, after_ms }: NextSnapshot,
  runsPerFile: number,
): Promise<number | null> {
  const [firstFile, secondFile] = await selectFilesFrom(env.DB, generation - 1, after_ms, 2);
  const fileHere = firstFile?.after_ms === after_ms ? firstFile : undefined;
  // The newest file grows until it is full.
  const mayStay = fileHere && (secondFile !== undefined || fileHere.run_count >= runsPerFile);
  const key = { generation, kind: 'runs', after_ms } as const;
  const isKept = mayStay && (await isUnchanged(env.DB, fileHere)) && (await keepFile(env.DB, fileHere, generation));
  const nextFile = fileHere ? secondFile : firstFile;
  const lastMs = Math.min(taken_ms, nextFile?.after_ms ?? taken_ms);
  const reachedMs = isKept ? fileHere.last_ms : await writeRunsFile(env, key, lastMs, runsPerFile);
  return reachedMs !== null && (await writeSourcesFile(env, key, reachedMs)) ? reachedMs : null;
}

async function isUnchanged(db: Db, file: FileRow): Promise<boolean> {
  const rows = await selectSnapshotRuns(db, { afterMs: file.after_ms, lastMs: file.last_ms }, -1);
  return file.stale === 0 && (await stateOf(rows)) === file.state_sha256;
}

/** Deletes the objects of older snapshots that no file names any more. What is written now stays. */
async function sweep(env: Env, { generation, taken_ms }: NextSnapshot): Promise<void> {
  const namesInUse = new Set((await selectFiles(env.DB, generation)).map(({ name }) => name));
  let cursor: string | undefined;
  do {
    const page: R2Objects = await env.SNAPSHOTS.list({ limit: OBJECTS_PER_CALL, ...(cursor ? { cursor } : {}) });
    const unusedObjects = page.objects.filter(
      ({ key, uploaded }) => !namesInUse.has(key) && uploaded.getTime() < taken_ms,
    );
    if (unusedObjects.length > 0) await env.SNAPSHOTS.delete(unusedObjects.map(({ key }) => key));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}
