import { defineConfig } from 'vitest/config';
import { testFiles } from './lib/test/long-tests.mjs';

/** Packing, installing and building take long on a busy computer. */
const timeouts = { testTimeout: 120_000, hookTimeout: 240_000 };

// One file after another: two of the long ones pack the packages, into one folder.
export default defineConfig({
  test: { ...testFiles(['test/**/*.test.mjs']), ...timeouts, isolate: false, fileParallelism: false },
});
