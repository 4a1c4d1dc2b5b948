import type { Db } from '../base/env.ts';
import type { ConfirmedBests } from '../boards/unusual.ts';

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

const BOARDS = 'boards';

/** Which boards rank something, where that is too much to read each time; `null` where it is not. */
export function writeBoardIds(db: Db, ids: readonly string[] | null): D1PreparedStatement {
  return ids ? writeMeta(db, BOARDS, ids) : deleteMeta(db, BOARDS);
}

export async function selectBoardIds(db: Db): Promise<string[] | null> {
  const text = await selectMeta(db, BOARDS);
  return text === null ? null : (JSON.parse(text) as string[]);
}

const BESTS = 'best/';

/** The best confirmed values of each scope, which the hour writes down. */
export function writeBests(db: Db, byScope: ReadonlyMap<string, ConfirmedBests>): D1PreparedStatement[] {
  const keys = [...byScope.keys()].map((scope) => `${BESTS}${scope}`);
  const deleteOthers = `DELETE FROM meta WHERE key LIKE '${BESTS}%' AND key NOT IN (SELECT value FROM json_each(?1))`;
  return [
    db.prepare(deleteOthers).bind(JSON.stringify(keys)),
    ...[...byScope].map(([scope, bests]) => writeMeta(db, `${BESTS}${scope}`, bests)),
  ];
}

export async function selectBests(db: Db, scope: string): Promise<ConfirmedBests> {
  const text = await selectMeta(db, `${BESTS}${scope}`);
  return text === null ? {} : (JSON.parse(text) as ConfirmedBests);
}
