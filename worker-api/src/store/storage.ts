import type { Db } from '../base/env.ts';
import type { StorageUsed } from '../base/storage.ts';
import { selectMeta, writeMeta } from './meta.ts';

const STORAGE = 'storage';

/** What was measured, and when. */
export interface MeasuredStorage extends StorageUsed {
  readonly at_ms: number;
  /** When the sweep ended from which the documents were counted on. */
  readonly counted_ms: number;
  /** The day in UTC, and how large the database was when it began. */
  readonly day: string;
  readonly day_bytes: number;
}

/** `null` before the timer has measured it. */
export async function selectStorage(db: Db): Promise<MeasuredStorage | null> {
  const text = await selectMeta(db, STORAGE);
  return text === null ? null : (JSON.parse(text) as MeasuredStorage);
}

export function writeStorage(db: Db, measured: MeasuredStorage): D1PreparedStatement {
  return writeMeta(db, STORAGE, measured);
}

/** Every answer of D1 says how large the database is. */
export async function readDatabaseBytes(db: Db): Promise<number> {
  return (await db.prepare('SELECT 1').run()).meta.size_after;
}

const DELETED = 'documents-deleted';

/** Counts a deleted document, so that its room is known before the sweep has come round. */
export function countDeletedDocument(db: Db): D1PreparedStatement {
  return db
    .prepare("INSERT INTO meta (key, value) VALUES (?1, '1') ON CONFLICT DO UPDATE SET value = value + 1")
    .bind(DELETED);
}

/** How many documents of published runs were added, and how many were deleted, since a moment; it is asked once, because the deleted are then forgotten. */
export async function takeDocumentChanges(
  db: Db,
  sinceMs: number,
  nowMs: number,
): Promise<{ added: number; deleted: number }> {
  const [added, deleted] = await db.batch<{ n: number }>([
    db
      .prepare("SELECT count(*) AS n FROM run WHERE status = 'published' AND created_ms > ?1 AND created_ms <= ?2")
      .bind(sinceMs, nowMs),
    db.prepare('DELETE FROM meta WHERE key = ?1 RETURNING CAST(value AS INTEGER) AS n').bind(DELETED),
  ]);
  return { added: added?.results[0]?.n ?? 0, deleted: deleted?.results[0]?.n ?? 0 };
}
