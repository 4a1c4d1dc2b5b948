import { defineConfig } from 'vitest/config';
import { testFiles } from './lib/test/long-tests.mjs';

export default defineConfig({ test: { ...testFiles(['test/**/*.test.mjs']), isolate: false } });
