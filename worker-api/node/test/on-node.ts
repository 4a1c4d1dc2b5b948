/** The exports that the tests take of `cloudflare:test` and `cloudflare:workers`, on Node.js. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bucketOf } from '../bucket.ts';
import { d1Of } from '../database.ts';
import { migrate, readMigrations } from '../migrations.ts';
import { readServiceConfig } from '../service.ts';
import { MemoryCache, WorkAfterAnswers } from '../platform.ts';

const CACHE_BYTES = 2 ** 24;
const ROOT = join(import.meta.dirname, '../../..');

console.log('Left out on Node.js: tests that count rows, which its SQLite does not count.');

/** Kept when modules are loaded anew, as a restart does not empty a database. */
const kept = globalThis as { databases?: readonly DatabaseSync[] };
const [database, objects] = (kept.databases ??= [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')]) as [
  DatabaseSync,
  DatabaseSync,
];
Object.assign(globalThis, { caches: { default: new MemoryCache(CACHE_BYTES) } });

export const env = {
  ON_NODE: true,
  ...readServiceConfig(join(ROOT, 'worker-api/wrangler.jsonc')).vars,
  ...(JSON.parse(process.env['TEST_BINDINGS'] ?? '{}') as Record<string, string>),
  DB: d1Of(database),
  DOCUMENTS: bucketOf(objects, 'documents'),
  SNAPSHOTS: bucketOf(objects, 'snapshots'),
  TEST_MIGRATIONS: readMigrations(join(ROOT, 'schema/migrations')),
};

export const applyD1Migrations = async (_: D1Database, migrations: ReturnType<typeof readMigrations>) =>
  migrate(database, migrations);

const worksOf = new WeakMap<object, WorkAfterAnswers>();

export function createExecutionContext(): object {
  const work = new WorkAfterAnswers();
  worksOf.set(work.context, work);
  return work.context;
}

export const waitOnExecutionContext = async (context: object) => worksOf.get(context)?.ended();

export const createScheduledController = ({ cron = '* * * * *', scheduledTime = Date.now() } = {}) => ({
  cron,
  scheduledTime,
  noRetry: () => undefined,
});
