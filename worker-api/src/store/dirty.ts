import type { Db } from '../base/env.ts';

/** Keys whose boards are out of date. */
export interface DirtyRow {
  /** As `packKeys` writes them. */
  readonly keys: string;
  readonly since_ms: number;
}

/** `since_ms` always grows, because it also tells one change from the next. */
const OR_LATER = 'ON CONFLICT DO UPDATE SET since_ms = max(since_ms + 1, excluded.since_ms)';
const PACKED_KEYS = "scope || '|' || device || '|' || filesystem || '|' || os || '|' || browser";

export function markDirty(db: Db, keys: string, nowMs: number): D1PreparedStatement {
  return db.prepare(`INSERT INTO dirty (keys, since_ms) VALUES (?1, ?2) ${OR_LATER}`).bind(keys, nowMs);
}

export function markDeviceDirty(db: Db, device: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO dirty (keys, since_ms)
       SELECT DISTINCT ${PACKED_KEYS}, ?2 FROM run WHERE device = ?1 AND scope <> '' ${OR_LATER}`,
    )
    .bind(device, nowMs);
}

export function markEverythingDirty(db: Db, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO dirty (keys, since_ms)
       SELECT DISTINCT ${PACKED_KEYS}, ?1 FROM run WHERE scope <> '' ${OR_LATER}`,
    )
    .bind(nowMs);
}

export async function selectDirty(db: Db, limit: number): Promise<DirtyRow[]> {
  const { results } = await db.prepare('SELECT keys, since_ms FROM dirty LIMIT ?1').bind(limit).all<DirtyRow>();
  return results;
}
