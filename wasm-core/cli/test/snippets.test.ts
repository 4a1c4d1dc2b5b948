import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';

/** What docs/CONTINUOUS-INTEGRATION.md shows, run as it stands there. */

const PROGRAM = fileURLToPath(new URL('../run.mjs', import.meta.url));
const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const DOCUMENT = text('docs/CONTINUOUS-INTEGRATION.md');

/** The code of the block in which this text stands. */
function snippet(language: string, part: string): string {
  const blocks = [...DOCUMENT.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const found = blocks.find(([, own, code = '']) => own === language && code.includes(part));
  if (!found) throw new Error(`no block of ${language} has ${part}`);
  return found[2] ?? '';
}

const ab = (words: readonly string[]) => spawnSync(process.execPath, [PROGRAM, 'ab', ...words], { encoding: 'utf8' });

it('the adapter of SQLite is measured', async () => {
  await withFolder((dir) => {
    const module = join(dir, 'adapter.mjs');
    writeFileSync(module, snippet('js', '// adapter.mjs'));
    const size = ['--rows', '100', '--puts', '2', '--reads', '10', '--blob', '4KiB', '--max-blocks', '2'];
    const { status, stdout } = ab([module, module, '--dir', dir, ...size, '--threshold', '100000%']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^put, one transaction +[\d.]+/m);
    expect(readdirSync(dir)).toEqual(['adapter.mjs']);
  });
});

it('the figures that a command prints are read', async () => {
  await withFolder((dir) => {
    const file = join(dir, 'figures.json');
    writeFileSync(file, snippet('json', '"figures"'));
    const command = `cat "${file}"`;
    const { status, stdout } = ab([command, command, '--commands', '--max-blocks', '2']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^insert +18\.2 µs +18\.2 µs +1\.00/m);
  });
});

it('the probe of crossbench finds a number for each test of a record', () => {
  const [, code = ''] = /js: '''(.*?)'''/s.exec(snippet('hjson', 'probes')) ?? [];
  const record: unknown = JSON.parse(text('worker-api/proof/real/chromium-quick.json'));
  const metrics = runInNewContext(`(() => {${code}})()`, { window: { opfsmark: { record } } }) as Record<
    string,
    number
  >;
  expect(Object.keys(metrics)).toContain('random_4096_q1t1_memory_read');
  expect(Object.values(metrics).every((value) => value > 0)).toBe(true);
});
