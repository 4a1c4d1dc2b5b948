import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { bytesPlugin } from './node/test/bytes-plugin.ts';
import { LIMITS, testFiles } from '../scripts/lib/test/long-tests.mjs';

/** Databases of tests need not survive a power cut: in memory no commit waits for the drive. */
const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;

if (existsSync(IN_MEMORY)) {
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize >= ENOUGH_BYTES) process.env['TMPDIR'] = IN_MEMORY;
}

/** Of these a local database counts nothing: rows that a statement read. */
const D1_ALONE = ['test/rows.test.ts'];

const MIGRATIONS = join(import.meta.dirname, '../schema/migrations');

const BINDINGS = {
  BURST_SHIELD: 'off',
  // There are only so many real records; what is about repeated results says ONCE.
  REPEATED_RESULTS: 'allowed',
  // Made-up runs have no time to pass; tickets.test.ts has the service's own allowance.
  TICKET_ALLOWANCE_MS: '86400000',
};

/** The settings for both runtimes. */
const TESTS = {
  // One Worker for all files, in turn: starting one takes longer than most files.
  isolate: false,
  maxWorkers: 1,
  ...LIMITS,
  setupFiles: ['./test/apply-migrations.ts'],
};

/** As deployed: workerd, D1 and R2. */
const inWorkerd = async () => ({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: './wrangler.jsonc' },
      miniflare: { bindings: { ...BINDINGS, TEST_MIGRATIONS: await readD1Migrations(MIGRATIONS) } },
    }),
  ],
  test: { ...TESTS, ...testFiles(['test/**/*.test.ts']) },
});

/**
 * Tests of answers that the two runtimes could give differently: transactions, errors, bytes and lists. Timers, and what goes on after an
 * answer, are in node/test.
 */
const OF_THE_PLATFORM = ['bad-bodies', 'database-errors', 'http', 'snapshot', 'storage'].map(
  (name) => `test/${name}.test.ts`,
);

/**
 * As `npm start` serves it: Node.js and its SQLite. The same tests, but for those that count the rows of D1: with TEST_ALL all of
 * them, which `npm run test:long` runs, and else those in which the runtimes could differ.
 */
const onNode = () => {
  const files = process.env['TEST_ALL'] === '1' ? ['test/**/*.test.ts'] : OF_THE_PLATFORM;
  const shim = join(import.meta.dirname, 'node/test/on-node.ts');
  const { include, exclude } = testFiles([...files, 'node/test/*.test.ts']);
  return {
    plugins: [bytesPlugin],
    resolve: { alias: { 'cloudflare:test': shim, 'cloudflare:workers': shim } },
    test: {
      ...TESTS,
      env: { TEST_BINDINGS: JSON.stringify(BINDINGS) },
      include,
      exclude: [...exclude, ...D1_ALONE],
      server: { deps: { inline: ['@resvg/resvg-wasm'] } },
    },
  };
};

export default defineConfig(process.env['TEST_ON'] === 'node' ? onNode() : inWorkerd);
