import { CUT_KEYS, type CutKeys } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import type { SourceTag } from '../boards/policy.ts';
import { deleteOtherSnapshotKeys } from './keys.ts';
import { deleteMeta, selectMeta, writeMeta } from './meta.ts';
import type { ModelKind } from './models.ts';
import { IS_PUBLIC } from './public.ts';

/** The fields of a run in a snapshot beside its document. */
export interface SnapshotRun extends CutKeys {
  readonly run_id: string;
  /** Version of its document. */
  readonly document: string;
  readonly created_ms: number;
  readonly evidence: number;
  readonly confirmed_by: string;
  /** JSON */
  readonly unranked: string;
  readonly flush: string;
  readonly family: string;
  readonly profile: string;
  readonly network: SourceTag;
  readonly provider: SourceTag;
  readonly name: string;
  readonly rig: string;
  /** Packed: see boards/stored-metrics.ts. */
  readonly metric_set: string;
  readonly metrics: string;
}

/** Times: after the first and not after the second. */
export interface TimeRange {
  readonly afterMs: number;
  readonly lastMs: number;
}

const RUN_COLUMNS = [
  ...['run_id', 'document', 'created_ms', 'evidence', 'confirmed_by', 'unranked', ...CUT_KEYS],
  ...['flush', 'family', 'profile', 'network', 'provider', 'name', 'rig', 'metric_set', 'metrics'],
].join(', ');

/** Public runs of a range, oldest first: one range of one index. */
export async function selectSnapshotRuns(
  db: Db,
  { afterMs, lastMs }: TimeRange,
  limit: number,
): Promise<SnapshotRun[]> {
  const { results } = await db
    .prepare(
      `SELECT ${RUN_COLUMNS} FROM run
       WHERE created_ms > ?1 AND created_ms <= ?2 AND ${IS_PUBLIC} ORDER BY created_ms, run_id LIMIT ?3`,
    )
    .bind(afterMs, lastMs, limit)
    .all<SnapshotRun>();
  return results;
}

/** A name that stands on boards, or may not. */
export interface SnapshotModel {
  readonly kind: ModelKind;
  readonly slug: string;
  readonly name: string;
  readonly status: string;
  readonly renamed: number;
}

/** Devices whose names stand on boards, or may not, and drives whose names a moderator has chosen or rejected. */
export async function selectSnapshotModels(db: Db): Promise<SnapshotModel[]> {
  const { results } = await db
    .prepare(
      `SELECT 'device' AS kind, slug, name, status, renamed FROM device WHERE status <> 'pending'
       UNION ALL SELECT 'drive', slug, name, status, renamed FROM drive WHERE status = 'rejected' OR renamed = 1
       ORDER BY kind, slug`,
    )
    .all<SnapshotModel>();
  return results;
}

type FileKind = 'runs' | 'sources' | 'devices';

/** Which file of which snapshot. */
export interface FileKey {
  readonly generation: number;
  readonly kind: FileKind;
  readonly after_ms: number;
}

export interface FileRow extends FileKey {
  readonly last_ms: number;
  readonly name: string;
  readonly run_count: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly state_sha256: string;
  readonly stale: number;
}

export type WrittenFile = Pick<FileRow, 'last_ms' | 'name' | 'run_count' | 'bytes' | 'sha256' | 'state_sha256'>;

/** Written before the runs are read: one that is deleted from then on makes the file stale. */
export function claimFile(
  db: Db,
  { generation, kind, after_ms }: FileKey,
  lastMs: number,
  claim: string,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO snapshot_file (generation, kind, after_ms, last_ms, claim) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT DO UPDATE SET last_ms = excluded.last_ms, claim = excluded.claim, name = '', stale = 0`,
    )
    .bind(generation, kind, after_ms, lastMs, claim);
}

/** Names a file that was written; `false` where something in it was deleted meanwhile, or another claims it. */
export async function finishFile(db: Db, key: FileKey, claim: string, file: WrittenFile): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE snapshot_file SET last_ms = ?4, name = ?5, run_count = ?6, bytes = ?7, sha256 = ?8, state_sha256 = ?9
       WHERE generation = ?1 AND kind = ?2 AND after_ms = ?3 AND claim = ?10 AND stale = 0`,
    )
    .bind(
      ...[key.generation, key.kind, key.after_ms],
      ...[file.last_ms, file.name, file.run_count, file.bytes, file.sha256, file.state_sha256],
      claim,
    )
    .run();
  return meta.changes > 0;
}

/** Removes a file that would be empty. */
export function removeFile(db: Db, { generation, kind, after_ms }: FileKey, claim: string): D1PreparedStatement {
  return db
    .prepare('DELETE FROM snapshot_file WHERE generation = ?1 AND kind = ?2 AND after_ms = ?3 AND claim = ?4')
    .bind(generation, kind, after_ms, claim);
}

/** Takes a file over into another snapshot; `false` where it has become stale. */
export async function keepFile(db: Db, file: FileRow, generation: number): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `INSERT INTO snapshot_file
       SELECT ?1, kind, after_ms, last_ms, claim, name, run_count, bytes, sha256, state_sha256, stale FROM snapshot_file
       WHERE generation = ?2 AND kind = ?3 AND after_ms = ?4 AND stale = 0
       ON CONFLICT DO NOTHING`,
    )
    .bind(generation, file.generation, file.kind, file.after_ms)
    .run();
  return meta.changes > 0;
}

/** Also those that are being written again. */
export async function selectFiles(db: Db, generation: number): Promise<FileRow[]> {
  const { results } = await db
    .prepare('SELECT * FROM snapshot_file WHERE generation = ?1 ORDER BY kind DESC, after_ms')
    .bind(generation)
    .all<FileRow>();
  return results;
}

/** Files of runs that begin at a moment or later, first of all those that begin there. */
export async function selectFilesFrom(db: Db, generation: number, afterMs: number, limit: number): Promise<FileRow[]> {
  const { results } = await db
    .prepare(
      `SELECT * FROM snapshot_file WHERE generation = ?1 AND kind = 'runs' AND after_ms >= ?2 AND name <> ''
       ORDER BY after_ms LIMIT ?3`,
    )
    .bind(generation, afterMs, limit)
    .all<FileRow>();
  return results;
}

/** Files to be written again: stale ones, and of the snapshot that is served those that nobody has finished. */
export async function selectStaleFiles(db: Db, servedGeneration: number): Promise<FileRow[]> {
  const { results } = await db
    .prepare(
      "SELECT * FROM snapshot_file WHERE (stale = 1 AND name <> '') OR (generation = ?1 AND (stale = 1 OR name = ''))",
    )
    .bind(servedGeneration)
    .all<FileRow>();
  return results;
}

export async function isServed(db: Db, name: string): Promise<boolean> {
  const row = await db.prepare('SELECT 1 FROM snapshot_file WHERE name = ?1 AND stale = 0 LIMIT 1').bind(name).first();
  return row !== null;
}

function deleteOtherGenerations(db: Db, generation: number): D1PreparedStatement {
  return db.prepare('DELETE FROM snapshot_file WHERE generation <> ?1').bind(generation);
}

const CURRENT = 'snapshot';
const NEXT = 'snapshot-next';

/** The snapshot that is served. */
interface Snapshot {
  readonly generation: number;
  readonly taken_ms: number;
}

/** The snapshot that is being written. */
export interface NextSnapshot {
  readonly generation: number;
  readonly taken_ms: number;
  /** Runs until then are written. */
  readonly after_ms: number;
}

async function read<T>(db: Db, key: string): Promise<T | null> {
  const text = await selectMeta(db, key);
  return text === null ? null : (JSON.parse(text) as T);
}

export const selectSnapshot = (db: Db) => read<Snapshot>(db, CURRENT);
export const selectNext = (db: Db) => read<NextSnapshot>(db, NEXT);

export function writeNext(db: Db, snapshot: NextSnapshot): D1PreparedStatement {
  return writeMeta(db, NEXT, snapshot);
}

/** From here on the new snapshot is served, and only that. */
export async function serveSnapshot(db: Db, { generation, taken_ms }: NextSnapshot): Promise<void> {
  const snapshot: Snapshot = { generation, taken_ms };
  await db.batch([
    writeMeta(db, CURRENT, snapshot),
    deleteMeta(db, NEXT),
    deleteOtherGenerations(db, generation),
    deleteOtherSnapshotKeys(db, generation),
  ]);
}
