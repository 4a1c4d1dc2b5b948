import { defineConfig } from 'vitest/config';
import { LIMITS } from '../scripts/lib/test/long-tests.mjs';

export default defineConfig({ test: { include: ['**/*.test.mjs'], exclude: ['**/node_modules/**'], ...LIMITS } });
