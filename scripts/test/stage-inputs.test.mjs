import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changesBetween, fingerprintOf, sayWhatChanged } from '../lib/test/stage-inputs.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'opfsmark-stage-'));
  for (const folder of ['web/.svelte-kit/types', 'web/.svelte-kit/scratch']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const file of ['tracked.ts', 'untracked.ts', 'web/.svelte-kit/types/$types.d.ts']) {
    writeFileSync(join(root, file), 'one');
    utimesSync(join(root, file), 1, 1);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  execFileSync('git', ['add', 'tracked.ts'], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true }));

const changesOf = (work) => {
  const before = fingerprintOf(['web/.svelte-kit'], root);
  work();
  return changesBetween(before, fingerprintOf(['web/.svelte-kit'], root));
};

test('a stage that writes nothing it reads has no changes', () => {
  expect(changesOf(() => writeFileSync(join(root, 'untracked.ts'), 'two'))).toEqual([]);
  expect(changesOf(() => writeFileSync(join(root, 'web/.svelte-kit/scratch/$types.d.ts'), 'two'))).toEqual([]);
});

test.each([
  ['a tracked file that is written', 'tracked.ts', (path) => writeFileSync(path, 'two')],
  ['a tracked file that is deleted', 'tracked.ts', (path) => rmSync(path)],
  ['types written again, the same', 'web/.svelte-kit/types/$types.d.ts', (path) => writeFileSync(path, 'one')],
  ['types that come', 'web/.svelte-kit/types/new.d.ts', (path) => writeFileSync(path, 'one')],
])('%s: it is named', (_, file, work) => {
  expect(changesOf(() => work(join(root, file)))).toEqual([file]);
});

test('what is said names the first files, and what to do', () => {
  const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}.ts`);
  expect(sayWhatChanged(files)).toMatch(/^a\.ts, b\.ts, c\.ts, d\.ts, e\.ts and 2 more: changed while .* build stage/);
});
