import { fromHex, toHex } from '../base/crypto.ts';
import { DAY_MS, dayOf } from '../base/days.ts';
import type { Db } from '../base/env.ts';

/** A random key of `meta`, made by the first request that needs it. */
async function readKey(db: Db, name: string): Promise<CryptoKey> {
  const newValue = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const [, selection] = await db.batch<{ value: string }>([
    db.prepare('INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING').bind(name, newValue),
    db.prepare('SELECT value FROM meta WHERE key = ?1').bind(name),
  ]);
  const bytes = fromHex(selection?.results[0]?.value ?? newValue);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/**
 * One random key per day. It signs the day's tickets and hides the day's sources.
 * It is deleted when the next day is over, 48 hours after its first request at the latest, and no ticket of it is valid any
 * more; from then on nothing leads back to an address.
 */
const dayKeys = new Map<string, CryptoKey>();

export async function dayKey(db: Db, day: string): Promise<CryptoKey> {
  const cachedKey = dayKeys.get(day);
  if (cachedKey) return cachedKey;
  const key = await readKey(db, `day-key/${day}`);
  dayKeys.clear();
  dayKeys.set(day, key);
  return key;
}

/** Deletes keys and counts of all days but today and yesterday, and blocks that have ended. */
export function deleteOldDays(db: Db, nowMs: number): D1PreparedStatement[] {
  const oldestDay = dayOf(nowMs - DAY_MS);
  return [
    db.prepare("DELETE FROM meta WHERE key LIKE 'day-key/%' AND key < ?1").bind(`day-key/${oldestDay}`),
    db.prepare('DELETE FROM budget WHERE day < ?1').bind(oldestDay),
    db.prepare('DELETE FROM block WHERE until_ms < ?1').bind(nowMs),
  ];
}

/** The purpose of a key; each has its own. */
type KeyPurpose = 'network';

/**
 * Random keys that outlive a day. To change one, delete its row `key/<purpose>`: a network gets a second
 * tag then, so that old runs of it count beside new ones until a moderator takes them back. Change the network key only when it has
 * become known.
 */
const lastingKeys = new Map<string, CryptoKey>();

export async function lastingKey(db: Db, purpose: KeyPurpose): Promise<CryptoKey> {
  const cachedKey = lastingKeys.get(purpose);
  if (cachedKey) return cachedKey;
  const key = await readKey(db, `key/${purpose}`);
  lastingKeys.set(purpose, key);
  return key;
}

const SNAPSHOT_KEY = 'snapshot-key/';

/** The key by which a snapshot names networks, providers and machines: nobody can tell which they were the night before. */
export const snapshotKey = (db: Db, generation: number): Promise<CryptoKey> =>
  readKey(db, `${SNAPSHOT_KEY}${generation}`);

export function deleteOtherSnapshotKeys(db: Db, generation: number): D1PreparedStatement {
  return db
    .prepare(`DELETE FROM meta WHERE key LIKE '${SNAPSHOT_KEY}%' AND key <> ?1`)
    .bind(`${SNAPSHOT_KEY}${generation}`);
}
