import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { drawFrom, randomOf } from '@opfsmark/schema/test-support/random';
import { vi } from 'vitest';
import { dayKey } from '../src/store/keys.ts';

async function dropTables(): Promise<void> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
  ).all<{ name: string }>();
  const drop = ['PRAGMA defer_foreign_keys = on', ...results.map(({ name }) => `DROP TABLE "${name}"`)];
  await env.DB.batch(drop.map((sql) => env.DB.prepare(sql)));
}

async function emptyBucket(bucket: R2Bucket): Promise<void> {
  for (let page = await bucket.list(); page.objects.length > 0; page = await bucket.list()) {
    await bucket.delete(page.objects.map(({ key }) => key));
  }
}

/**
 * Ids of runs and machines, keys and versions are drawn from the same numbers each time: where a test holds the clock, its runs
 * are of one millisecond, and their ids alone put them in order.
 */
function drawIdsFrom(seed: number): void {
  const number = randomOf(seed);
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array === null) return array;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(number() * 256);
    return array;
  });
}

/** As if nobody had used the service: all files run in one Worker, which takes longer to start than most files. */
export async function startEmpty(): Promise<void> {
  vi.useRealTimers();
  vi.restoreAllMocks();
  drawFrom(1);
  drawIdsFrom(2);
  await Promise.all([dropTables(), emptyBucket(env.DOCUMENTS), emptyBucket(env.SNAPSHOTS)]);
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  // The Worker remembers the key of one day: today's would be in no table, and lost with the first request of another day.
  await dayKey(env.DB, '1970-01-01');
  await env.DB.batch([
    env.DB.prepare("DELETE FROM meta WHERE key LIKE 'day-key/%'"),
    // With a fixed key the networks of the tests have tags of their own, and the same ones each time.
    env.DB.prepare("INSERT INTO meta (key, value) VALUES ('key/network', ?1)").bind('5a'.repeat(32)),
  ]);
}
