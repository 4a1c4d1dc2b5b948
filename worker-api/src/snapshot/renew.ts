import type { Context } from 'hono';
import type { AppEnv, Env } from '../base/env.ts';
import { logError } from '../base/log.ts';
import { selectStaleFiles, type FileRow } from '../store/snapshot.ts';
import { FILES_PER_CALL, writeAgain } from './files.ts';
import { selectSnapshot } from './state.ts';

/** Deletes the objects of stale files, and has them written again after the answer. The timer does what is left. */
export async function takeOutOfSnapshot(c: Context<AppEnv>): Promise<void> {
  const log = (error: unknown) => logError('renew-snapshot', error);
  try {
    const stale = await staleFiles(c.env);
    if (stale.length === 0) return;
    await deleteObjects(c.env, stale);
  } catch (error) {
    // The run is deleted, and no stale file is served: the answer says so.
    log(error);
  }
  c.executionCtx.waitUntil(renewStaleFiles(c.env, Date.now()).catch(log));
}

/** Writes stale files again, without what was deleted, as many as one call may. */
export async function renewStaleFiles(env: Env, nowMs: number): Promise<void> {
  const stale = await staleFiles(env);
  await deleteObjects(env, stale);
  for (const file of stale.slice(0, FILES_PER_CALL)) await writeAgain(env, file, nowMs);
}

async function staleFiles({ DB }: Env): Promise<FileRow[]> {
  const served = await selectSnapshot(DB);
  return selectStaleFiles(DB, served?.generation ?? 0);
}

async function deleteObjects({ SNAPSHOTS }: Env, files: readonly FileRow[]): Promise<void> {
  const names = new Set(files.map(({ name }) => name).filter((name) => name !== ''));
  if (names.size > 0) await SNAPSHOTS.delete([...names]);
}
