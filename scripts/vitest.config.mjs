import { defineConfig } from 'vitest/config';
import { LIMITS, testFiles } from './lib/test/long-tests.mjs';

// One file after another: two of the long ones pack the packages, into one folder.
export default defineConfig({
  test: {
    ...testFiles(['test/**/*.test.mjs']),
    ...LIMITS,
    isolate: false,
    fileParallelism: false,
    // Node.js imports these as they are: nothing in them is Vite's.
    experimental: { viteModuleRunner: false },
  },
});
