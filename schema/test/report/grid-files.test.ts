/** What files of a grid must be, for programs that know its layout and for people. */
import { describe, expect, test } from 'vitest';
import { MIB, rowsNamed, type Pause } from '../../src/documents/index.ts';
import { isRecordOf, type FamilyRecord } from '../../src/families/index.ts';
import { FORMS, reportOf, type About } from '../../src/report/index.ts';
import { makeMatrix, writeJob } from '../../test-support/matrix-records.ts';
import { REAL_RECORDS } from '../../test-support/real-records.ts';

const GRIDS = REAL_RECORDS.flatMap(([name, record]) => (isRecordOf(record, 'matrix') ? [[name, record] as const] : []));

function grid(name: string): FamilyRecord<'matrix'> {
  const record = GRIDS.find(([own]) => own === name)?.[1];
  if (!record) throw new Error(`no record ${name}`);
  return structuredClone(record);
}

const textOf = (record: FamilyRecord<'matrix'>, about?: About) => FORMS.text.write(reportOf(record, about));
const markdownOf = (record: FamilyRecord<'matrix'>, about?: About) => FORMS.markdown.write(reportOf(record, about));

/** As strict as programs that read what CrystalDiskMark saves: heads and rows alone on their lines. It has no blocks under 1 KiB. */
const HEAD = /^\[(Read|Write|Mix)\]$/;
const ROW =
  /^ *(SEQ|RND) +(\d+)((?:[KM]i)?B) \(Q= *(\d+), T= *(\d+)\): +([\d.]+) MB\/s \[ *([\d.]+) IOPS\] < *([\d.]+) us>$/;

describe.each(GRIDS)('the text of %s', (_, record) => {
  const lines = textOf(record).split('\r\n');

  test('has heads and rows alone on their lines, and numbers of rows nowhere else', () => {
    expect(lines.every((line) => !line.includes('\n'))).toBe(true);
    expect(lines.filter((line) => line.includes('IOPS')).every((line) => ROW.test(line))).toBe(true);
    expect(lines.filter((line) => ROW.test(line)).length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.startsWith('[')).every((line) => HEAD.test(line))).toBe(true);
  });

  test('gives no rate and mean time that together are more calls in flight than workers', () => {
    for (const line of lines.filter((one) => ROW.test(one))) {
      const [, , , , queues, threads, , perS, us] = ROW.exec(line)?.map(Number) ?? [];
      const inFlight = ((perS ?? 0) * (us ?? 0)) / 1e6;
      // Both are medians of the loops, and may be of different ones.
      expect(inFlight, line).toBeLessThanOrEqual(1.05 * Math.min(64, (queues ?? 0) * (threads ?? 0)));
    }
  });
});

test('a time beside a rate with the closing flush has its share of that flush', () => {
  const [row] = rowsNamed('SEQ1M Q1T1');
  if (!row) throw new Error('no row');
  // 500 blocks in 0.8 s, and a flush of 0.2 s.
  const record = makeMatrix([writeJob(row, 500 * MIB, 600)], { rows: [row] });
  const [, , , , , , , perS, us] =
    textOf(record)
      .split('\r\n')
      .map((line) => ROW.exec(line))
      .find((found) => found !== null)
      ?.map(Number) ?? [];
  const busyUs = 100;
  expect(perS).toBeCloseTo(500);
  expect(us).toBeCloseTo(busyUs + 0.2e6 / 500);
});

test('of what was read past the page cache nothing says that no drive was measured', () => {
  for (const form of Object.values(FORMS))
    expect(form.write(reportOf(grid('node-direct')))).not.toContain('no drive was measured');
  const rows = markdownOf(grid('node-direct'))
    .split('\n')
    .filter((line) => /^\| \S+ Q\d+ read/.test(line));
  expect(rows.length).toBeGreaterThan(3);
  for (const line of rows) expect(line).toMatch(/from the drive \|$/);
});

test.each(REAL_RECORDS)(
  'of %s no time of a call below the step of the clock is a number in Markdown and CSV',
  (_, record) => {
    const { clock_step_ns: step } = record.environment;
    const report = reportOf(record);
    const [head = '', ...lines] = FORMS.csv.write(report).trimEnd().split('\r\n');
    const names = head.split(',');
    const at = (line: string, name: string) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[names.indexOf(name)] ?? '';
    for (const line of lines) {
      const isCall =
        /median|p\d|longest/i.test(`${at(line, 'column')}${at(line, 'figure')}`) && at(line, 'unit') === 'ns';
      for (const cell of [...(isCall ? [at(line, 'value')] : []), at(line, 'p99_ns')])
        expect(cell === '' || Number(cell) > step, line).toBe(true);
    }
    // Other families have means of many, which are finer than the clock.
    if (!report.grid) return;
    for (const [, text = '', unit = ''] of FORMS.markdown.write(report).matchAll(/\| ([\d.]+) (µs|ms) /g))
      expect(Number(text) * (unit === 'ms' ? 1e6 : 1e3), text).toBeGreaterThan(step);
  },
);

test('does not claim to be of another tool', () => expect(textOf(grid('chromium-quick'))).toContain('CDM-like'));

test('of two writes of a row the one that CrystalDiskMark measures stands first', () => {
  const text = textOf(grid('chromium-quick'));
  const [first, second] = [text.indexOf('[Write]'), text.lastIndexOf('[Write]')];
  expect(first).toBeLessThan(second);
  expect(text.slice(second)).toContain('* writes, flushed each time');
  expect(markdownOf(grid('chromium-quick'))).toMatch(
    /RND4K Q1 write, flushed each time[^\n]*\n\| RND4K Q1 write burst, flushed once/,
  );
});

test('a depth of 23.1 instead of 32 stands in text, Markdown and CSV', () => {
  const record = grid('chromium-quick');
  expect(textOf(record)).toContain('\r\n* RND4K Q32T1: from memory, 23.1 of 32 in flight\r\n');
  expect(markdownOf(record)).toMatch(/\| RND4K Q32 read, memory \|.*\| 23\.1 of 32 \| from memory \|/);
});

test('what was declared stands there, and what a person typed formats nothing', () => {
  const about = { declared: { device: 'Mini|PC *2*', drive: 'Samsung 990' } };
  expect(textOf(grid('chromium-quick'), about)).toContain('Mini|PC *2*, Samsung 990');
  expect(markdownOf(grid('chromium-quick'), about)).toContain(String.raw`Mini\|PC \*2\*, Samsung 990`);
});

test('writes are called bursts only where they are', () => {
  const record = grid('chromium-quick');
  for (const text of [textOf(record), markdownOf(record)]) expect(text).toContain('burst');
  const plan = { ...record.plan, file_bytes: 4 * 2 ** 30, write_bytes: 4 * 2 ** 30 };
  for (const text of [textOf({ ...record, plan }), markdownOf({ ...record, plan })])
    expect(text).not.toContain('burst');
});

test('what a sustained write kept stands beside bursts where this browser knows it', () => {
  const said = 'sustained write in this browser: 1,070 MB/s in the long run';
  const record = grid('chromium-quick');
  expect(textOf(record, { sustained: 1_070e6 })).toContain(`* ${said}`);
  expect(markdownOf(record, { sustained: 1_070e6 })).toContain(said);
  expect(textOf(record)).not.toContain('sustained');
});

test('a score has its interval, and where there is none the reason stands there', () => {
  const record = grid('chromium-quick');
  for (const text of [textOf(record), markdownOf(record)]) {
    expect(text).toMatch(/Score: [^\n]*app feel \d+ \(\d+ to \d+\)/);
    expect(text).toContain('drive, no score: not every test was read from the drive');
  }
});

test('what a flush did not do stands at every write, in every form', () => {
  const record = grid('chromium-quick');
  if (record.result.fill) record.result.fill.flush_ns = 0;
  for (const pass of record.result.jobs.flatMap(({ passes }) => passes)) pass.flush_ns = 0;
  const rows = markdownOf(record)
    .split('\n')
    .filter((line) => /^\| \S+ Q\d+ write/.test(line));
  expect(rows.length).toBeGreaterThan(record.plan.rows.length);
  for (const row of rows) expect(row).toMatch(/\| flush did nothing \|$/);
  const csv = FORMS.csv.write(reportOf(record)).split('\r\n');
  const writes = csv.filter((line) => /,(?:seq|rnd)\w+ (?:write|flush_each),/.test(line));
  expect(writes.length).toBeGreaterThan(record.plan.rows.length);
  for (const line of writes) expect(line).toMatch(/,unflushed$/);
});

test('where the computer stood still, for how long and in which test', () => {
  const record = grid('chromium-quick');
  const [row] = record.plan.rows;
  if (!row) throw new Error('no row');
  const pauses: Pause[] = [{ after_ms: 1_000, ms: 8_000, outcome: 'repeated', row, direction: 'read' }];
  const stood = { ...record, environment: { ...record.environment, pauses } };
  const said = 'stood still for 8 s during SEQ1M Q8 read; that pass was measured again.';
  for (const file of [textOf(stood), markdownOf(stood)]) expect(file).toContain(said);
  for (const file of [textOf(record), markdownOf(record)]) expect(file).not.toContain('stood still');
});
