import type { RunRecord } from '@opfsmark/schema/families';
import { FORMS, reportOf } from '@opfsmark/schema/report';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';
import { measureOnce } from '../ab/measure.ts';
import { parseCommand } from '../arguments.ts';
import { executed } from './support.ts';

interface FioJob {
  readonly 'job options': { readonly rw: string; readonly iodepth: string; readonly numjobs: string };
}

/** The snippets of docs/CONTINUOUS-INTEGRATION.md, run as it stands there. */

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const DOCUMENT = text('docs/CONTINUOUS-INTEGRATION.md');

/** The code of the block in which this text stands. */
function snippet(language: string, part: string): string {
  const blocks = [...DOCUMENT.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const block = blocks.find(([, blockLanguage, code = '']) => blockLanguage === language && code.includes(part));
  if (!block) throw new Error(`no block of ${language} has ${part}`);
  return block[2] ?? '';
}

it('the adapter of SQLite is measured', async () => {
  await withFolder(async (dir) => {
    const module = join(dir, 'adapter.mjs');
    writeFileSync(module, snippet('js', '// adapter.mjs'));
    const sizeOptions = ['--rows', '100', '--puts', '2', '--reads', '10', '--blob', '4KiB'];
    const command = parseCommand(['ab', module, module, '--dir', dir, ...sizeOptions]);
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

it('a result is split so that fio-plot, which tells tests apart by three options, adds up none of them', async () => {
  await withFolder((dir) => {
    const record = JSON.parse(text('fixtures/records/node-quick.json')) as RunRecord;
    writeFileSync(join(dir, 'result.fio.json'), FORMS.fio.write(reportOf(record)));
    writeFileSync(join(dir, 'split.mjs'), snippet('js', '// split.mjs'));
    execFileSync(process.execPath, ['split.mjs', 'result.fio.json'], { cwd: dir });
    const plots = join(dir, 'plots');
    for (const kind of readdirSync(plots)) {
      const optionTexts = readdirSync(join(plots, kind)).map((name) => {
        const { jobs } = JSON.parse(readFileSync(join(plots, kind, name), 'utf8')) as { jobs: FioJob[] };
        expect(jobs).toHaveLength(1);
        return jobs.map(({ 'job options': { rw, iodepth, numjobs } }) => `${rw} ${iodepth} ${numjobs}`).join('');
      });
      expect(new Set(optionTexts).size, kind).toBe(optionTexts.length);
    }
    expect(readdirSync(plots)).toEqual(expect.arrayContaining(['memory-read', 'write-flush_each']));
    return Promise.resolve();
  });
});

it('the probe of crossbench finds a number for each test of a record', () => {
  const [, code = ''] = /js: '''(.*?)'''/s.exec(snippet('hjson', 'probes')) ?? [];
  const record: unknown = JSON.parse(text('fixtures/records/chromium-quick.json'));
  const metrics = runInNewContext(`(() => {${code}})()`, { window: { opfsmark: { record } } }) as Record<
    string,
    number
  >;
  expect(Object.keys(metrics)).toContain('random_4096_q1t1_memory_read');
  expect(Object.values(metrics).every((value) => value > 0)).toBe(true);
});
