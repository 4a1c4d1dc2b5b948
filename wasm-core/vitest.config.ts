import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LIMITS, testFiles } from '../scripts/lib/test/long-tests.mjs';

/** For this process and all that it starts: threads find their code there without its types, and compile no stripper. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/opfsmark-tests', import.meta.url));

/**
 * V8 keeps one table of compiled pages per process; worker threads that compile and free WebAssembly at once can end the
 * process with "Check failed: jit_page.has_value()" where it guards these pages with the processor's protection keys.
 */
const UNGUARDED_PAGES = ['--no-memory-protection-keys'];

export default defineConfig({
  test: {
    ...testFiles(['ts/**/*.test.ts', 'cli/**/*.test.ts', 'scripts/**/*.test.mjs']),
    globalSetup: './scripts/strip-types.mjs',
    // A worker takes one file after another: loading the engine takes longer than most of them.
    isolate: false,
    ...LIMITS,
    execArgv: process.platform === 'linux' && process.arch === 'x64' ? UNGUARDED_PAGES : [],
  },
});
