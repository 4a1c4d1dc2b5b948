import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

/** Databases of tests need not survive a power cut: in memory no commit waits for the drive. */
const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;

if (existsSync(IN_MEMORY)) {
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize >= ENOUGH_BYTES) process.env['TMPDIR'] = IN_MEMORY;
}

const MIGRATIONS = join(import.meta.dirname, '../schema/migrations');

/** What takes long and finds the same kinds of faults as a shorter test: `npm run test:long`, and the proofs. */
export const LONG_TESTS = 'test/**/*.long.test.ts';

export default defineConfig(async () => ({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: './wrangler.jsonc' },
      miniflare: {
        bindings: {
          BURST_SHIELD: 'off',
          // There are only so many real records; what is about repeated results says ONCE.
          REPEATED_RESULTS: 'allowed',
          // Made-up runs have no time to pass; tickets.test.ts has the service's own allowance.
          TICKET_ALLOWANCE_MS: '86400000',
          TEST_MIGRATIONS: await readD1Migrations(MIGRATIONS),
        },
      },
    }),
  ],
  test: {
    // One Worker for all files, in turn: starting one takes longer than most files.
    isolate: false,
    maxWorkers: 1,
    // Tests may share two cores with builds and measurements.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['test/**/*.test.ts'],
    exclude: [LONG_TESTS],
    setupFiles: ['./test/apply-migrations.ts'],
  },
}));
