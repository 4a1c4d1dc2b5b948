import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
// With a fixed key the networks of the tests have tags of their own, and the same ones each time.
await env.DB.prepare("INSERT INTO meta (key, value) VALUES ('key/network', ?1) ON CONFLICT DO NOTHING")
  .bind('5a'.repeat(32))
  .run();
