import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';
import { measureOnce } from '../ab/measure.ts';
import { parseCommand } from '../arguments.ts';
import { executed } from './support.ts';

/** What docs/CONTINUOUS-INTEGRATION.md shows, run as it stands there. */

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const DOCUMENT = text('docs/CONTINUOUS-INTEGRATION.md');

/** The code of the block in which this text stands. */
function snippet(language: string, part: string): string {
  const blocks = [...DOCUMENT.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const found = blocks.find(([, own, code = '']) => own === language && code.includes(part));
  if (!found) throw new Error(`no block of ${language} has ${part}`);
  return found[2] ?? '';
}

it('the adapter of SQLite is measured', async () => {
  await withFolder(async (dir) => {
    const module = join(dir, 'adapter.mjs');
    writeFileSync(module, snippet('js', '// adapter.mjs'));
    const small = ['--rows', '100', '--puts', '2', '--reads', '10', '--blob', '4KiB'];
    const command = parseCommand(['ab', module, module, '--dir', dir, ...small]);
    if (command.kind !== 'ab' || command.subject.kind !== 'stores') throw new Error(command.kind);
    const task = { kind: 'store', module, dir, size: command.subject.size } as const;
    const outcome = await measureOnce(task, new AbortController().signal, () => undefined);
    expect(outcome).toMatchObject({
      kind: 'measured',
      figures: expect.arrayContaining([expect.objectContaining({ name: 'put, one transaction' })]) as unknown,
    });
    expect(readdirSync(dir)).toEqual(['adapter.mjs']);
  });
});

it('the figures that a command prints are read', async () => {
  await withFolder(async (dir) => {
    const file = join(dir, 'figures.json');
    writeFileSync(file, snippet('json', '"figures"'));
    const { code, out } = await executed(['compare', file, file]);
    expect(code).toBe(0);
    expect(out).toMatch(/^insert +18\.3 µs +18\.3 µs/m);
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
