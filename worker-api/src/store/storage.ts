import type { Db } from '../base/env.ts';
import type { StorageUsed } from '../base/storage.ts';
import { selectMeta, writeMeta } from './meta.ts';

const STORAGE = 'storage';

/** What was measured, and when. */
export interface MeasuredStorage extends StorageUsed {
  readonly at_ms: number;
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
