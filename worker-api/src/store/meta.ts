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

export const GENERATIONS = 'generations';
/** Votes that began until this moment are established. It moves forward by the timer, which has them counted again. */
export const ESTABLISHED_UNTIL = 'votes-ripe-until';

/** Runs until this moment are too old to have a vote. It moves forward like the other. */
export const AGED_UNTIL = 'votes-aged-until';

/** Generations of cells and votes that are written; the first of them is read. */
export async function selectGenerations(db: Db): Promise<number[]> {
  return JSON.parse((await selectMeta(db, GENERATIONS)) ?? '[1]') as number[];
}
