import type { Db, StorageVars } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';
import { selectMeta, writeMeta } from './meta.ts';
import { IS_PUBLIC } from './public.ts';

const FULL_RETRY_S = 3600;

/** The answer where there is no room. */
export function fullProblem(retryS = FULL_RETRY_S): ProblemError {
  const detail = 'Published results are safe. New ones are accepted again when there is room.';
  return new ProblemError('full', detail, [], { 'retry-after': `${retryS}` });
}

/** A drive with less room takes nothing more: what SQLite writes beside its file needs some, too. */
const MIN_FREE_BYTES = 64 * 2 ** 20;

/** Whether a server of one's own has room on its drive; where the room is somebody else's, nobody knows. */
export const hasRoom = ({ FREE_BYTES }: Pick<StorageVars, 'FREE_BYTES'>): boolean =>
  FREE_BYTES === undefined || FREE_BYTES() >= MIN_FREE_BYTES;

/** The space in use, as the timer has measured it. */
interface StorageUsed {
  readonly database_bytes: number;
  readonly document_bytes: number;
  readonly documents: number;
}

interface StorageShare {
  readonly what: keyof StorageUsed;
  readonly used: number;
  readonly limit: number;
  readonly percent: number;
}

export function sharesOf(usage: StorageUsed, vars: StorageVars): StorageShare[] {
  const share = (what: keyof StorageUsed, limit: number): StorageShare => {
    const percent = Math.round((1000 * usage[what]) / limit) / 10;
    return { what, used: usage[what], limit, percent };
  };
  return [
    share('database_bytes', Number(vars.MAX_DATABASE_BYTES)),
    share('document_bytes', Number(vars.MAX_DOCUMENT_BYTES)),
    share('documents', Number(vars.MAX_DOCUMENTS)),
  ];
}

interface StoredSize {
  readonly objects: number;
  readonly bytes: number;
}

/** How far the timer has come round the bucket of documents. */
interface Sweep {
  /** The last key that was looked at; '' at the beginning. */
  readonly after: string;
  /** The bytes that it has left in place since then. */
  readonly sum: StoredSize;
  /** The same of the last whole round, and when it ended. */
  readonly counted: StoredSize;
  readonly counted_ms: number;
}

const SWEEP = 'documents-sweep';
export const EMPTY_BUCKET: StoredSize = { objects: 0, bytes: 0 };

export async function selectSweep(db: Db): Promise<Sweep> {
  const text = await selectMeta(db, SWEEP);
  return text === null
    ? { after: '', sum: EMPTY_BUCKET, counted: EMPTY_BUCKET, counted_ms: 0 }
    : (JSON.parse(text) as Sweep);
}

export function writeSweep(db: Db, sweep: Sweep): D1PreparedStatement {
  return writeMeta(db, SWEEP, sweep);
}

const STORAGE = 'storage';

/** The measured space, and when that was. */
export interface MeasuredStorage extends StorageUsed {
  readonly at_ms: number;
  /** When the sweep ended from which the documents were counted on. */
  readonly counted_ms: number;
}

/** `null` before the timer has measured it. */
export async function selectStorage(db: Db): Promise<MeasuredStorage | null> {
  const text = await selectMeta(db, STORAGE);
  return text === null ? null : (JSON.parse(text) as MeasuredStorage);
}

export function writeStorage(db: Db, storage: MeasuredStorage): D1PreparedStatement {
  return writeMeta(db, STORAGE, storage);
}

/** Throws where a table that pages are made of is missing or broken. It reads three rows at most. */
export async function readEachTable(db: Db): Promise<void> {
  const tables = ['run', 'cohort', 'meta'].map((table) => `(SELECT max(1) FROM (SELECT * FROM ${table} LIMIT 1))`);
  await db.prepare(`SELECT ${tables.join(', ')}`).run();
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
  const [addedResult, deletedResult] = await db.batch<{ n: number }>([
    db
      .prepare(`SELECT (SELECT count(*) FROM run WHERE ${IS_PUBLIC} AND created_ms > ?1 AND created_ms <= ?2)
            + (SELECT count(*) FROM run WHERE status = 'published' AND unlisted = 1 AND created_ms > ?1 AND created_ms <= ?2) AS n`)
      .bind(sinceMs, nowMs),
    db.prepare('DELETE FROM meta WHERE key = ?1 RETURNING CAST(value AS INTEGER) AS n').bind(DELETED),
  ]);
  return { added: addedResult?.results[0]?.n ?? 0, deleted: deletedResult?.results[0]?.n ?? 0 };
}
