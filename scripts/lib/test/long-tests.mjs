/** Unit tests that take long by nature: `npm run test:long` runs them, and nothing else does. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/** The name of such a test, and how a configuration of Vitest is told to take these instead of the others. */
const LONG = '**/*.long.test.{ts,mjs}';
const SWITCH = 'LONG_TESTS';
export const LONG_ENV = { [SWITCH]: '1' };
/** A workspace's own script says so by its name, which npm tells on every system. That of the root runs others, too. */
const { npm_lifecycle_event: script, npm_package_name: workspace } = process.env;
const IS_LONG = process.env[SWITCH] === '1' || (script === 'test:long' && workspace !== 'opfsmark');

/** Ends what would never come, and nothing else: how long a test takes beside others on a busy computer, nobody knows. */
const LIMIT_MS = IS_LONG ? 600_000 : 120_000;
export const LIMITS = { testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS };

/**
 * The files of tests for a configuration of Vitest.
 * @param {readonly string[]} include of all tests
 */
export function testFiles(include) {
  const elsewhere = ['**/node_modules/**', '**/dist/**', '**/build/**'];
  return IS_LONG ? { include: [LONG], exclude: elsewhere } : { include: [...include], exclude: [LONG, ...elsewhere] };
}

/**
 * Whether a folder has any.
 * @param {string} folder of the root
 */
export function hasLongTests(folder) {
  const skippedFolders = /(?:^|\/)(?:node_modules|\.svelte-kit|dist|build)(?:\/|$)/;
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.some((name) => /\.long\.test\.(?:ts|mjs)$/.test(name) && !skippedFolders.test(name));
}
