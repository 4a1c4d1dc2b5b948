import { bucketOf, emptyCounts } from '@opfsmark/schema/documents';
import { msBinOf, msCountsOf, tableOf, type TableRow } from '@opfsmark/schema/families/stutter/figures';
import { describe, expect, test } from 'vitest';
import { createI18n } from '../src/lib/base/i18n/index.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { tableWithin } from '../src/lib/features/families/stutter/stalls.ts';

await texts.load('en', 'site');
const { format } = createI18n('en');
const CLOCK_STEP_NS = 5_000;

const countsOf = (calls: readonly number[]) => {
  const counts = emptyCounts();
  for (const ns of calls) counts[bucketOf(ns)] = (counts[bucketOf(ns)] ?? 0) + 1;
  return msCountsOf(counts);
};

function tableAndLongest(reads: readonly number[], writes: readonly number[]) {
  const longest = { read: Math.max(...reads), write: Math.max(...writes) };
  return { longest, table: tableWithin(tableOf(countsOf(reads), countsOf(writes)), longest) };
}

const lastRow = (table: readonly TableRow[], side: 'reads' | 'writes') =>
  table.filter((row) => row[side] > 0).at(-1)?.ms;

describe('the longest read of stutter', () => {
  test.each([
    ['just under a whole millisecond, in a bucket whose middle lies above', 1_995_000],
    ['a whole millisecond', 2_000_000],
    ['just over one', 2_005_000],
    ['a stall, in a bucket whose middle lies elsewhere', 895_290_000],
  ])('is in the last row with a read: %s', (_, longestNs) => {
    const { table, longest } = tableAndLongest([80_000, 120_000, longestNs], [400_000, 3_000_000_000]);
    expect(lastRow(table, 'reads')).toBe(msBinOf(longestNs));
    const shownMs = Number.parseFloat(format.longestText(longest.read, CLOCK_STEP_NS));
    expect(Math.max(1, Math.ceil(shownMs))).toBe(msBinOf(longestNs));
  });

  test('takes no call from the table and adds none', () => {
    const reads = [80_000, 1_995_000, 1_998_000, 2_003_000];
    const { table } = tableAndLongest(reads, [500_000]);
    expect(table.reduce((sum, row) => sum + row.reads, 0)).toBe(reads.length);
    expect(table.reduce((sum, row) => sum + row.writes, 0)).toBe(1);
  });

  test('does not move the writes, which have a longest of their own', () => {
    const { table } = tableAndLongest([2_005_000], [6_995_000]);
    expect([lastRow(table, 'reads'), lastRow(table, 'writes')]).toEqual([3, 7]);
  });
});
