/** What a fresh clone starts with: nothing is installed then but Node.js. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const SCRIPTS = resolve(import.meta.dirname, '..');
const STATIC_IMPORT = /^(?:import|export)\s[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm;

/** Packages that a script loads, by itself or through what it imports, before its first line runs. */
function packagesOf(path, seen = new Set()) {
  if (seen.has(path)) return [];
  seen.add(path);
  return [...readFileSync(path, 'utf8').matchAll(STATIC_IMPORT)].flatMap(([, from, alone]) => {
    const specifier = from ?? alone ?? '';
    if (specifier.startsWith('node:')) return [];
    return specifier.startsWith('.') ? packagesOf(resolve(path, '..', specifier), seen) : [`${specifier} in ${path}`];
  });
}

test.each(['start.mjs', 'test.mjs'])('%s begins without a package', (name) => {
  const seen = new Set();
  expect(packagesOf(resolve(SCRIPTS, name), seen)).toEqual([]);
  expect(seen.size).toBeGreaterThan(5);
});
