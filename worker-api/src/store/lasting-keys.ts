import type { Db } from '../base/env.ts';

/** What a key is for; each purpose has its own. */
type KeyPurpose = 'network' | 'cursor' | 'machine';

/**
 * Random keys that outlive a day, made by the first request that needs them and kept in `meta`. To change one, delete its
 * row `key/<purpose>`: cursors end then, and a network gets a second tag, so old votes of it count beside new ones until a
 * moderator takes them back. Change the network key only when it has become known.
 */
const lastingKeys = new Map<string, CryptoKey>();

export async function lastingKey(db: Db, purpose: KeyPurpose): Promise<CryptoKey> {
  const known = lastingKeys.get(purpose);
  if (known) return known;
  const name = `key/${purpose}`;
  const fresh = crypto.getRandomValues(new Uint8Array(32)).toHex();
  const [, found] = await db.batch<{ value: string }>([
    db.prepare('INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING').bind(name, fresh),
    db.prepare('SELECT value FROM meta WHERE key = ?1').bind(name),
  ]);
  const bytes = Uint8Array.fromHex(found?.results[0]?.value ?? fresh);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  lastingKeys.set(purpose, key);
  return key;
}
