import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { drawFrom } from '@opfsmark/schema/test-support/random';

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

// All files run in one Worker, which takes longer to start than most files: each begins with its own time, the same
// draws and an empty store.
vi.useRealTimers();
vi.restoreAllMocks();
drawFrom(1);
await Promise.all([dropTables(), emptyBucket(env.DOCUMENTS), emptyBucket(env.SNAPSHOTS)]);
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
// With a fixed key the networks of the tests have tags of their own, and the same ones each time.
await env.DB.prepare("INSERT INTO meta (key, value) VALUES ('key/network', ?1) ON CONFLICT DO NOTHING")
  .bind('5a'.repeat(32))
  .run();
