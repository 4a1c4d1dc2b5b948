import type { Pause } from '@opfsmark/schema/documents';
import { planOf, withCache } from '@opfsmark/schema/families';
import { expect, test } from 'vitest';
import { figureExporter } from '../src/lib/features/families/export/figure-exporter.ts';
import { recordCsv } from '../src/lib/features/families/matrix/export/csv.ts';
import { recordMarkdown } from '../src/lib/features/families/matrix/export/markdown.ts';
import { recordText } from '../src/lib/features/families/matrix/export/text.ts';
import { pass, PLAIN, recordOf } from './records.ts';

const record = recordOf(PLAIN);

/** As strict as programs that read what CrystalDiskMark saves: heads and rows alone on their lines. */
const HEAD = /^\[(Read|Write|Mix)\]$/;
const ROW =
  /^ *(SEQ|RND) +(\d+)([KM]iB) \(Q= *(\d+), T= *(\d+)\): +([\d.]+) MB\/s \[ *([\d.]+) IOPS\] < *([\d.]+) us>$/;

/** "Write RND 4KiB Q1" and the rate, in the order of the file. */
function rowsIn(text: string): string[] {
  let section = '';
  return text.split('\r\n').flatMap((line) => {
    section = HEAD.exec(line)?.[1] ?? section;
    const [, pattern, size, unit, queues, , rate] = ROW.exec(line) ?? [];
    return pattern === undefined ? [] : [`${section} ${pattern} ${size}${unit} Q${queues} ${rate}`];
  });
}

test('the text has the layout of CrystalDiskMark and does not claim to be it', () => {
  const text = recordText(record);
  expect(text).toContain('CDM-like');
  // 100 calls of 1 MiB in a second.
  expect(text).toContain('  SEQ    1MiB (Q=  8, T= 1):   104.858 MB/s [    100.0 IOPS]');
  expect(text.split('\r\n').every((line) => !line.includes('\n'))).toBe(true);
});

test('programs that read what CrystalDiskMark saves find every row, and marks on lines of their own', () => {
  const text = recordText(record);
  expect(rowsIn(text)).toEqual([
    'Read SEQ 1MiB Q8 104.858',
    'Read SEQ 1MiB Q1 104.858',
    'Read RND 4KiB Q32 0.410',
    'Read RND 4KiB Q1 0.410',
    'Write SEQ 1MiB Q8 104.858',
    'Write SEQ 1MiB Q1 104.858',
    'Write RND 4KiB Q32 0.410',
    'Write RND 4KiB Q1 0.410',
  ]);
  expect(text).toContain('\r\n* RND4K Q1T1: possibly from memory\r\n');
  // No number stands anywhere but in a row.
  expect(text.match(/IOPS/g)).toHaveLength(rowsIn(text).length);
});

test('of two writes of a row the one that CrystalDiskMark measures stands first', () => {
  const saved = recordOf(PLAIN);
  for (const job of saved.result.jobs) {
    if (job.direction === 'write') job.passes.push(pass(100, job.row.block_bytes, { kind: 'flush_each' }));
  }
  const text = recordText(saved);
  expect(rowsIn(text)).toHaveLength(8 + 2);
  const [first, second] = [text.indexOf('[Write]'), text.lastIndexOf('[Write]')];
  expect(rowsIn(text.slice(first, second))).toHaveLength(4);
  expect(rowsIn(text.slice(second)).map((row) => row.split(' ')[1])).toEqual(['RND', 'RND']);
  expect(text.slice(second)).toContain('* writes, flushed each time');
  expect(recordMarkdown(saved)).toMatch(
    /RND4K Q1T1 write, flushed each time[^\n]*\n\| RND4K Q1T1 write burst, flushed once/,
  );
});

test('text and Markdown say what was declared, and what a person typed formats nothing', async () => {
  const declared = { device: 'Mini|PC *2*', drive: 'Samsung 990' };
  const beside = { sustained: null, earlier: {}, declared };
  expect(recordText(record, beside)).toContain('[Mini|PC *2*, Samsung 990]');
  const { figureExporter } = await import('../src/lib/features/families/export/figure-exporter.ts');
  for (const text of [recordMarkdown(record, beside), figureExporter.markdown(record, beside)]) {
    expect(text).toContain(String.raw`Mini\|PC \*2\*, Samsung 990`);
  }
});

test('writes are called bursts only where they are', () => {
  const [text, markdown] = [recordText(record), recordMarkdown(record)];
  expect(text).toContain('* writes are bursts of up to');
  expect(markdown).toContain('write burst, flushed once at the end');
  const long = recordOf({ ...PLAIN, file_bytes: 4 * 2 ** 30, write_bytes: 4 * 2 ** 30 });
  expect(recordText(long)).not.toContain('burst');
  expect(recordMarkdown(long)).not.toContain('burst');
});

test('what a sustained write kept stands beside bursts where this browser knows it', () => {
  const beside = { sustained: 1_070e6, earlier: {} };
  const said = 'sustained write in this browser: 1070.0 MB/s in the long run';
  expect(recordText(record, beside)).toContain(`* ${said}`);
  expect(recordMarkdown(record, beside)).toContain(said);
  expect(recordText(record)).not.toContain('sustained');
});

test('where the computer stood still, for how long and in which test', () => {
  const [row] = PLAIN.rows;
  if (!row) throw new Error('no row');
  const pauses: Pause[] = [{ after_ms: 1_000, ms: 8_000, outcome: 'repeated', row, direction: 'read' }];
  const stood = { ...record, environment: { ...record.environment, pauses } };
  const said = 'stood still for 8 s during SEQ1M Q8 read; that pass was measured again.';
  const { text, markdown } = figureExporter;
  for (const file of [recordText(stood), recordMarkdown(stood), text(stood), markdown(stood)]) {
    expect(file).toContain(said);
  }
  for (const file of [recordText(record), recordMarkdown(record), text(record), markdown(record)]) {
    expect(file).not.toContain('stood still');
  }
});

test('a score has its interval, and where there is none the reason stands there', () => {
  const scored = recordOf(withCache(planOf('quick'), 'as-is'));
  for (const job of scored.result.jobs) {
    if (job.direction === 'write') job.passes.push(pass(100, job.row.block_bytes, { kind: 'flush_each' }));
  }
  for (const text of [recordText(scored), recordMarkdown(scored)]) {
    expect(text).toMatch(/Score: [^\n]*app feel \d+ \(\d+ to \d+\)/);
    expect(text).toContain('Score: drive none, not every test was read from the drive');
  }
  // The interval is that of the page, which knows earlier runs.
  const earlier = { app_feel: [1, 100_000, 2] };
  expect(recordText(scored, { sustained: null, earlier })).not.toBe(recordText(scored));
  const stopped = { ...scored, status: 'stopped' as const };
  expect(recordText(stopped)).toContain('Score: app feel none, not every test was finished');
});

test('the Markdown is one table with a row per headline', () => {
  const rows = recordMarkdown(record)
    .split('\n')
    .filter((line) => line.startsWith('| '));
  expect(rows).toHaveLength(2 + 8);
  expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1);
});

test('every line of the CSV has as many values as the head', () => {
  const [head, ...lines] = recordCsv(record).trimEnd().split('\r\n');
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) expect(line.split(',')).toHaveLength(head?.split(',').length ?? 0);
});

test('CSV and Markdown leave a percentile empty with fewer than 10 calls beyond it', () => {
  const withCalls = (calls: number) => {
    const few = recordOf(PLAIN);
    few.result.jobs = few.result.jobs.slice(0, 1).map((job) => ({ ...job, passes: [pass(calls, 4_096)] }));
    const [, line = ''] = recordCsv(few).split('\r\n');
    const row =
      recordMarkdown(few)
        .split('\n')
        .findLast((text) => text.startsWith('| ')) ?? '';
    const cells = row.split('|').map((cell) => cell.trim());
    return [line.split(',').slice(12, 14), cells.slice(5, 7)].map((both) => both.map((text) => text !== ''));
  };
  expect(withCalls(19)).toEqual([
    [false, false],
    [false, false],
  ]);
  expect(withCalls(999)).toEqual([
    [true, false],
    [true, false],
  ]);
  expect(withCalls(1_000)).toEqual([
    [true, true],
    [true, true],
  ]);
});
