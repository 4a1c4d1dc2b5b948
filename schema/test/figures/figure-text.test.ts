import { describe, expect, it, test } from 'vitest';
import { figureText, intervalOf, shownInterval, type FigureUnit } from '../../src/figures/index.ts';

const textOf = (unit: FigureUnit, ...values: number[]) => figureText({ unit, ...intervalOf(values) });

describe('a figure as text', () => {
  it.each([
    ['rows_per_s', 43.31, '43.3', 'rows/s'],
    ['bytes_per_s', 3_551_343_210, '3,551', 'MB/s'],
    ['bytes_per_s', 31_250, '0.0313', 'MB/s'],
    ['ns', 5_234, '5.23', 'µs'],
    ['ns', 116_300_000, '116.3', 'ms'],
    ['share', 0.00012, '0.012', '%'],
    ['calls', 0, '0', 'calls'],
  ] as const)('%s of %d', (unit, value, text, label) => {
    expect(textOf(unit, value)).toEqual({ value: text, unit: label, interval: null });
  });

  it('has its interval in the same unit and with the same rounding', () => {
    expect(textOf('bytes_per_s', 950e6, 1_050e6, 1_000e6)).toEqual({
      value: '1,000',
      unit: 'MB/s',
      interval: { low: '909.1', high: '1,100' },
    });
  });
});

test('what was measured once has no interval to show, and one to compare by', () => {
  const { low, high } = intervalOf([4_000]);
  expect([low < 4_000, high > 4_000]).toEqual([true, true]);
  expect(shownInterval(intervalOf([4_000]))).toBeNull();
  expect(shownInterval(intervalOf([4_000, 4_000]))).not.toBeNull();
});
