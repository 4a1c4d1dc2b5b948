import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildIfChanged } from '../lib/build.mjs';
import { ROOT } from '../lib/paths.mjs';

/** What is built from a file into another one, in a folder of its own. */
function sketchBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pathOf = (name) => relative(ROOT, join(folder, name));
  const what = { inputs: [pathOf('input')], outputs: [pathOf('output')], stamp: pathOf('stamp') };
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const build = () => buildIfChanged(what, async () => write('output', 'built'));
  return { what, write, build, remove: (name) => rmSync(join(folder, name)) };
}

it('what has not changed is not built again, unless it is gone', async () => {
  const { write, build, remove } = sketchBuild();
  write('input', 'one');
  expect([await build(), await build()]).toEqual([true, false]);
  remove('output');
  expect([await build(), await build()]).toEqual([true, false]);
});

it('after a build that ended half-way, what was built before it is built again', async () => {
  const { what, write, build } = sketchBuild();
  write('input', 'one');
  await build();
  write('input', 'two');
  await expect(buildIfChanged(what, () => Promise.reject(new Error('ended half-way')))).rejects.toThrow();
  write('input', 'one');
  expect(await build()).toBe(true);
});
