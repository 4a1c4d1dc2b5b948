import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['ts/**/*.test.ts', 'cli/**/*.test.ts', 'scripts/**/*.test.mjs', 'syncs/**/*.test.mjs'],
    // Some measure a real drive for a few seconds.
    testTimeout: 60_000,
  },
});
