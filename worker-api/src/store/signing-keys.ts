import type { Db } from '../base/env.ts';

export interface KeyRow {
  readonly key_id: string;
  readonly name: string;
  readonly public_key: string;
  readonly created_ms: number;
  readonly expires_ms: number | null;
  readonly revoked_ms: number | null;
}

export const selectKey = (db: Db, keyId: string): Promise<KeyRow | null> =>
  db.prepare('SELECT * FROM signing_key WHERE key_id = ?1').bind(keyId).first<KeyRow>();

export async function selectKeys(db: Db, limit: number): Promise<KeyRow[]> {
  const sql = 'SELECT * FROM signing_key ORDER BY created_ms DESC, key_id LIMIT ?1';
  return (await db.prepare(sql).bind(limit).all<KeyRow>()).results;
}

export const insertKey = (db: Db, key: KeyRow): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO signing_key (key_id, name, public_key, created_ms, expires_ms, revoked_ms) VALUES (?1, ?2, ?3, ?4, ?5, NULL)`,
    )
    .bind(key.key_id, key.name, key.public_key, key.created_ms, key.expires_ms);

export const revokeKey = (db: Db, keyId: string, nowMs: number): D1PreparedStatement =>
  db.prepare('UPDATE signing_key SET revoked_ms = ?2 WHERE key_id = ?1 AND revoked_ms IS NULL').bind(keyId, nowMs);
