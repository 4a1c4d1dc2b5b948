import { defineConfig } from 'vitest/config';
import { LIMITS, testFiles } from '../scripts/lib/test/long-tests.mjs';

export default defineConfig({
  test: {
    ...testFiles(['test/**/*.test.ts']),
    ...LIMITS,
    // One worker for all files: they share nothing that a test changes, and loading the schemas takes longer than most.
    isolate: false,
  },
});
