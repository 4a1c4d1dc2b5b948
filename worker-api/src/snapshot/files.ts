import { DATA_LICENSE } from '@opfsmark/schema/api';
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import { sha256Hex } from '../base/crypto.ts';
import { dayOf } from '../base/days.ts';
import type { Env } from '../base/env.ts';
import {
  claimFile,
  finishFile,
  removeFile,
  selectSnapshotModels,
  selectSnapshotRuns,
  type FileKey,
  type FileRow,
  type SnapshotRun,
  type WrittenFile,
} from '../store/snapshot.ts';
import { modelColumns, runColumns } from './columns.ts';
import { readRuns, selectFileRows } from './read-runs.ts';

export const PARQUET = 'application/vnd.apache.parquet';
/** A Worker may ask its database and buckets only so often per call. */
export const FILES_PER_CALL = 4;

/** Part of a file's name: every content has an address of its own, so that no cache can answer for what was deleted. */
const newClaim = () => crypto.getRandomValues(new Uint8Array(8)).toHex();

/** Tells whether a file would be the same if it were written again. */
export function stateOf(rows: readonly SnapshotRun[]): Promise<string> {
  return sha256Hex(JSON.stringify(rows));
}

/**
 * Writes the runs of a range into a file, as many as fit, and returns until when it reaches; `null` where something was deleted
 * meanwhile, and it must be written again. Without runs there is no file.
 *
 * @param maxRuns `null` for a file that holds the whole range, however many runs
 */
export async function writeRunsFile(
  env: Env,
  key: FileKey,
  lastMs: number,
  maxRuns: number | null,
): Promise<number | null> {
  const db = env.DB;
  const claim = newClaim();
  await claimFile(db, key, lastMs, claim).run();
  const range = { afterMs: key.after_ms, lastMs };
  const found =
    maxRuns === null
      ? { rows: await selectSnapshotRuns(db, range, -1), lastMs }
      : await selectFileRows(db, range, maxRuns);
  const runs = await readRuns(env, found.rows, maxRuns === null ? Number.POSITIVE_INFINITY : undefined);
  const last = runs.at(-1);
  const isCut = runs.length < found.rows.length && last !== undefined && last.row !== found.rows.at(-1);
  const reachesMs = isCut ? last.row.created_ms : found.lastMs;
  if (!last) {
    await removeFile(db, key, claim).run();
    return reachesMs;
  }
  const rows = found.rows.filter(({ created_ms }) => created_ms <= reachesMs);
  const name = `runs-${dayOf(last.row.created_ms)}-${claim}.parquet`;
  const stored = { ...(await storeFile(env, name, runColumns(runs))), run_count: runs.length };
  const isWhole = await finishFile(db, key, claim, {
    ...stored,
    last_ms: reachesMs,
    state_sha256: await stateOf(rows),
  });
  if (!isWhole) await env.SNAPSHOTS.delete(name);
  return isWhole ? reachesMs : null;
}

/** Writes the names of devices and drives; `false` where one has changed meanwhile. */
export async function writeDevicesFile(env: Env, generation: number, nowMs: number): Promise<boolean> {
  const key = { generation, kind: 'devices', after_ms: 0 } as const;
  const claim = newClaim();
  await claimFile(env.DB, key, 0, claim).run();
  const models = await selectSnapshotModels(env.DB);
  const name = `devices-${dayOf(nowMs)}-${claim}.parquet`;
  const stored = { ...(await storeFile(env, name, modelColumns(models))), run_count: models.length };
  const isWhole = await finishFile(env.DB, key, claim, { ...stored, last_ms: 0, state_sha256: '' });
  if (!isWhole) await env.SNAPSHOTS.delete(name);
  return isWhole;
}

/** Writes a stale file again, without what was deleted; `false` where something else was deleted meanwhile. */
export async function writeAgain(env: Env, file: FileRow, nowMs: number): Promise<boolean> {
  if (file.kind === 'devices') return writeDevicesFile(env, file.generation, nowMs);
  return (await writeRunsFile(env, file, file.last_ms, null)) !== null;
}

async function storeFile(
  env: Env,
  name: string,
  columnData: ColumnSource[],
): Promise<Pick<WrittenFile, 'name' | 'bytes' | 'sha256'>> {
  const body = parquetWriteBuffer({
    columnData,
    kvMetadata: [{ key: 'license', value: DATA_LICENSE.id }],
    createdBy: 'OPFSMark',
  });
  const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).toHex();
  await env.SNAPSHOTS.put(name, body, { sha256, httpMetadata: { contentType: PARQUET } });
  return { name, bytes: body.byteLength, sha256 };
}
