import { compareWithBaseline } from '@opfsmark/schema/documents';
import { describe, expect, test } from 'vitest';
import { publishedCases } from '../src/lib/base/figures/published.ts';
import { barPosition, UNITS } from '../src/lib/base/format/units.ts';
import { createI18n } from '../src/lib/base/i18n/index.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { ratioAxis } from '../src/lib/features/families/details/published.ts';

await texts.load('en', 'site', 'families');
const { grid } = createI18n('en').t;
const family = texts.texts('en', 'families');

describe('bars on a log scale say which end is faster', () => {
  test.each(UNITS)('in the grid: a bar of more %s is longer', (unit) => {
    expect(barPosition(100, unit)).toBeGreaterThan(barPosition(10, unit));
  });

  test('in the grid: longer is faster for rates, shorter for times', () => {
    const ends = { low: '1', high: '100', unit: 'MB/s' };
    expect(grid.scale(ends)).toContain('longer is faster');
    expect(grid.scaleOfTimes({ ...ends, unit: 'µs' })).toContain('shorter is faster');
  });

  test('of published figures: rates grow to the right, times to the left, and sizes neither', () => {
    expect(ratioAxis('higher', family)).toBe('log10 of the ratio, further right is better');
    expect(ratioAxis('lower', family)).toBe('log10 of the ratio, further left is better');
    expect(ratioAxis('neither', family)).toBe('log10 of the ratio');
  });

  test('of published figures: the longest bar has the largest value, so that of times it is the slowest', () => {
    const times = publishedCases({}).flatMap(({ tables }) => tables.filter(({ better }) => better === 'lower'));
    expect(times.length).toBeGreaterThan(0);
    for (const { rows, baseline } of times) {
      const compared = compareWithBaseline(rows, baseline);
      const [slowest] = compared.toSorted((a, b) => b.value - a.value);
      expect(slowest?.log10Ratio).toBe(Math.max(...compared.map(({ log10Ratio }) => log10Ratio)));
    }
  });
});
