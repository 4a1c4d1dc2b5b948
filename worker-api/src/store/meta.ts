import type { Db } from '../base/env.ts';

export function selectMeta(db: Db, key: string): Promise<string | null> {
  return db.prepare('SELECT value FROM meta WHERE key = ?1').bind(key).first<string>('value');
}

export function writeMeta(db: Db, key: string, value: unknown): D1PreparedStatement {
  return db
    .prepare('INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = excluded.value')
    .bind(key, JSON.stringify(value));
}

export function deleteMeta(db: Db, key: string): D1PreparedStatement {
  return db.prepare('DELETE FROM meta WHERE key = ?1').bind(key);
}

/** Takes a turn that comes once in a while; `false` where somebody else had it since. */
export async function claimTurn(db: Db, key: string, nowMs: number, everyMs: number): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `INSERT INTO meta (key, value) VALUES (?1, ?2)
       ON CONFLICT DO UPDATE SET value = excluded.value
       WHERE CAST(meta.value AS INTEGER) <= ?3 OR CAST(meta.value AS INTEGER) > ?2`,
    )
    .bind(key, nowMs, nowMs - everyMs)
    .run();
  return meta.changes > 0;
}
