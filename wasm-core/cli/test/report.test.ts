import { describe, expect, it, onTestFinished } from 'vitest';
import { isRecordOf, standardPlan, type FamilyRecord, type RunRecord } from '@opfsmark/schema/families';
import { matrixPlan } from '@opfsmark/schema/families/matrix/plan';
import { readFileSync } from 'node:fs';
import { osMajor } from '../../ts/node/run-in-folder.ts';
import { cliFamilyOf } from '../families.ts';
import { ProgressPrinter } from '../progress.ts';
import { mountOf, nameOfProcessor } from '../machine.ts';
import { headOf, isWrongQuestion, leftoverLines, markedHeadline, tableOf } from '../report.ts';
import { agree, Interrupted } from '../terminal.ts';
import { lineWith, real } from './support.ts';

const MOUNTS = `22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
30 22 8:17 / /mnt/usb\\040stick rw - vfat /dev/sdb1 rw
31 22 0:30 / /mnt rw shared:1 - tmpfs none rw
32 22 0:31 / /mnt rw shared:2 - btrfs /dev/sdc rw`;

it.each([
  ['/', 'ext4', '/dev/sda1'],
  ['/home/me', 'ext4', '/dev/sda1'],
  ['/mnt/usb stick/a', 'vfat', '/dev/sdb1'],
  ['/mnt/usb sticker', 'btrfs', '/dev/sdc'],
  ['/mnt', 'btrfs', '/dev/sdc'],
])('finds the filesystem and the device of %s: %s on %s', (path, type, source) => {
  expect(mountOf(MOUNTS, path)).toMatchObject({ type, source });
});

it.each([
  ['darwin', '24.6.0', 15],
  ['darwin', '25.1.0', 26],
  ['win32', '10.0.19045', 10],
  ['win32', '10.0.26100', 11],
  ['linux', '6.18.0', null],
] as const)('counts the versions of %s %s as the page does', (platform, release, expected) => {
  expect(osMajor(platform, release)).toBe(expected);
});

it.each([
  ['Apple M4', 'Apple M4'],
  ['Intel(R)  Core(TM) i7 ', 'Intel(R) Core(TM) i7'],
  ['unknown', null],
  ['', null],
  [undefined, null],
])('of the processor %j the name is %j', (model, name) => {
  expect(nameOfProcessor(model)).toBe(name);
});

it('writes one line over and over on a terminal, and never more than fits', () => {
  const texts: string[] = [];
  const printer = new ProgressPrinter(
    { isTTY: true, columns: 40, write: (text) => texts.push(text) },
    standardPlan('matrix'),
    'node',
  );
  const JOB = { index: 0, row: 0, direction: 'read' } as const;
  const place = { phase: 'measuring', job: JOB, passKind: 'throughput', loop: 1, loops: 5 } as const;
  const numbers = {
    fraction: 0.5,
    secondsLeft: 61,
    secondsLeftMax: 61,
    clearedBytes: null,
    stillSeconds: 0,
    bytesWritten: 0,
    live: null,
  };
  printer.show({ type: 'prepared', layout: 'shared', clockStepNs: 1 });
  printer.show({ type: 'progress', progress: { ...place, ...numbers } });
  const clear = '\r\u001b[K';
  const [line = ''] = texts;
  expect(texts).toHaveLength(1);
  expect(line.startsWith(clear)).toBe(true);
  expect(line.slice(clear.length)).toMatch(/^\[#{10}\.{10}\] {2}50 % {2}SEQ1M Q8/);
  expect(line.length - clear.length).toBeLessThan(40);
});

it.each([
  ['before it is asked', true],
  ['while it waits', false],
])('takes nobody for agreed where a signal stops the question %s, and tells which it was', async (_, isStopped) => {
  for (const stream of [process.stdin, process.stderr]) {
    const { isTTY } = stream;
    Object.assign(stream, { isTTY: true });
    onTestFinished(() => void Object.assign(stream, { isTTY }));
  }
  const stop = new AbortController();
  if (isStopped) stop.abort('SIGTERM');
  const whenAgreed = agree('Writes 5 GB to a folder.', 5e9, { isAgreed: false, stop: stop.signal });
  stop.abort('SIGTERM');
  await expect(whenAgreed).rejects.toEqual(new Interrupted('SIGTERM'));
});

it('tells how fast the file was written with its flush, without which that is the rate of memory', () => {
  const texts: string[] = [];
  const plan = standardPlan('matrix');
  const printer = new ProgressPrinter({ write: (text) => texts.push(text) }, plan, 'node');
  const fill = { bytes: 1e9, elapsed_ns: 0.2e9, flush_ns: 1.8e9 };
  const empty = matrixPlan.emptyResult(plan, 'shared');
  printer.show({ type: 'result', result: { ...empty, fill } });
  printer.show({ type: 'result', result: { ...empty, fill: { bytes: 0, elapsed_ns: 0, flush_ns: 0 } } });
  expect(texts).toEqual(['file written: 500 MB/s\n']);
});

function recordOf(name: string): FamilyRecord<'matrix'> {
  const record = JSON.parse(readFileSync(real(name), 'utf8')) as RunRecord;
  if (!isRecordOf(record, 'matrix')) throw new Error(`${name} is of another family`);
  return record;
}

describe('the table of a run', () => {
  it('stands under the size of the file that was measured, of which the plan had only the most', () => {
    const head = headOf(recordOf('node-quick'), '/mnt');
    expect(head).toBe('OPFSMark 0.1.0, Node.js 24, Linux: matrix, profile quick, 714 MiB in /mnt');
  });

  it('gives no speed to a drive read that memory answered beside a read from memory', () => {
    const table = tableOf(recordOf('node-mix'));
    expect(lineWith(table, 'SEQ1M Q8 read, drive')).toMatch(/ – {2}.*from memory$/);
    expect(lineWith(table, 'SEQ1M Q8 read, memory')).toMatch(/ [\d,]+ .* from memory$/);
    expect(lineWith(tableOf(recordOf('node-quick')), 'RND4K Q1 read, drive')).toMatch(/ [\d,.]+ .* drive$/);
  });

  it('begins small writes with those that were saved one by one', () => {
    const lines = tableOf(recordOf('node-quick')).split('\n');
    const at = (name: string) => lines.findIndex((line) => line.startsWith(name));
    expect(at('RND4K Q1 write, flushed each time')).toBeGreaterThan(-1);
    expect(at('RND4K Q1 write, flushed each time')).toBeLessThan(at('RND4K Q1 write burst, flushed once'));
    expect(at('SEQ1M Q1 write, flushed each time')).toBe(-1);
  });

  it('says how many calls were in flight where the name promises more', () => {
    const table = tableOf(recordOf('chromium-quick'));
    expect(lineWith(table, 'RND4K Q32 read, memory')).toContain('17.3 of 32');
    expect(lineWith(table, 'RND4K Q1 read, memory')).not.toContain(' of ');
  });
});

describe('the line of a finished test', () => {
  it('marks what memory answered, while the run goes on', () => {
    const lineOf = (name: string, test: string) => {
      const { plan, result, environment } = recordOf(name);
      return lineWith((cliFamilyOf(plan.family).finishedLines?.(result, environment) ?? []).join('\n'), test);
    };
    expect(lineOf('node-mix', 'SEQ1M Q8 read, drive')).toMatch(/MB\/s \(from memory\)$/);
    expect(lineOf('node-quick', 'RND4K Q1 read, drive')).toMatch(/MB\/s$/);
  });

  it('marks what was written where a flush did nothing, a mix too, and so does the table', () => {
    const record = recordOf('node-mix');
    if (record.result.fill) record.result.fill.flush_ns = 0;
    for (const pass of record.result.jobs.flatMap(({ passes }) => passes)) pass.flush_ns = 0;
    for (const direction of ['write', 'mix'] as const) {
      const job = record.result.jobs.find((candidate) => candidate.direction === direction);
      expect(job && markedHeadline(job, record)).toMatch(/MB\/s \(flush did nothing\)$/);
      expect(lineWith(tableOf(record), `SEQ1M Q8 ${direction}`)).toMatch(/flush did nothing$/);
    }
  });
});

it('says what was found beside the folder of a run, a line each', () => {
  expect(leftoverLines({ removed: ['/d/a'], busy: ['/d/b'], unknown: ['/d/c', '/d/e'] })).toEqual([
    'Deleted, left behind by a run that was killed: /d/a',
    'Another run is at work beside this one, and both are slower for it: /d/b',
    'Left by a run whose end is not known; delete it if no other is at work: /d/c, /d/e',
  ]);
});

it('tells a question that was asked wrongly from a folder that cannot be measured', () => {
  expect(isWrongQuestion('not_found')).toBe(true);
  expect(isWrongQuestion('no_space')).toBe(false);
});
