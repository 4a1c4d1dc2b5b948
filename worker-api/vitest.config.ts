import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { testFiles } from '../scripts/lib/test/long-tests.mjs';

/** Databases of tests need not survive a power cut: in memory no commit waits for the drive. */
const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;

if (existsSync(IN_MEMORY)) {
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize >= ENOUGH_BYTES) process.env['TMPDIR'] = IN_MEMORY;
}

const MIGRATIONS = join(import.meta.dirname, '../schema/migrations');

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
    ...testFiles(['test/**/*.test.ts']),
    setupFiles: ['./test/apply-migrations.ts'],
  },
}));
