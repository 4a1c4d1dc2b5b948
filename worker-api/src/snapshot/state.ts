import type { Db } from '../base/env.ts';
import { deleteMeta, selectMeta, writeMeta } from '../store/meta.ts';
import { deleteOtherGenerations } from '../store/snapshot.ts';

const CURRENT = 'snapshot';
const NEXT = 'snapshot-next';

/** The snapshot that is served. */
export interface Snapshot {
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

export function writeNext(db: Db, next: NextSnapshot): D1PreparedStatement {
  return writeMeta(db, NEXT, next);
}

/** From here on the new snapshot is served, and only that. */
export async function serveSnapshot(db: Db, { generation, taken_ms }: NextSnapshot): Promise<void> {
  const snapshot: Snapshot = { generation, taken_ms };
  await db.batch([writeMeta(db, CURRENT, snapshot), deleteMeta(db, NEXT), deleteOtherGenerations(db, generation)]);
}
