import { describe, expect, test } from 'vitest';
import { roundFactor } from '../src/lib/base/format/factor.ts';
import { axisReach, ratioOf, sayRatio } from '../src/lib/features/compare/ratio.ts';

describe('a ratio', () => {
  test('is clear where the intervals lie apart', () => {
    const ratio = ratioOf({ value: 200, low: 190, high: 210 }, { value: 100, low: 95, high: 105 }, 'higher');
    expect(ratio).toMatchObject({ ratio: 2, tie: false });
    expect(ratio?.low).toBeCloseTo(190 / 105, 9);
    expect(ratio?.high).toBeCloseTo(210 / 95, 9);
  });

  test('is that of the times where less is better', () => {
    const ratio = ratioOf({ value: 200, low: 190, high: 210 }, { value: 100, low: 95, high: 105 }, 'lower');
    expect(ratio).toMatchObject({ ratio: 0.5, low: 95 / 210, high: 105 / 190 });
  });

  test('is a tie where they overlap or touch', () => {
    const base = { value: 100, low: 90, high: 105 };
    expect(ratioOf({ value: 110, low: 100, high: 120 }, base, 'higher')?.tie).toBe(true);
    expect(ratioOf({ value: 110, low: 105, high: 120 }, base, 'higher')?.tie).toBe(true);
  });

  test('may be chance where the intervals lie apart, and runs of one computer lie as far apart', () => {
    const base = { value: 100, low: 98, high: 102 };
    const of = (value: number, spread?: number) =>
      ratioOf({ value, low: value * 0.98, high: value * 1.02 }, base, 'higher', spread);
    expect(of(150, Math.log(1.6))).toMatchObject({ tie: false, chance: true });
    expect(of(170, Math.log(1.6))).toMatchObject({ tie: false, chance: false });
    expect(of(10, Infinity)).toMatchObject({ tie: false, chance: true });
    // Medians over networks have it in their intervals.
    expect(of(110)).toMatchObject({ tie: false, chance: false });
  });

  test('to nothing is none', () => {
    expect(ratioOf({ value: 1, low: 1, high: 1 }, { value: 0, low: 0, high: 0 }, 'higher')).toBeNull();
  });
});

test('a ratio is said by a factor of 1 or more, and a word', () => {
  expect(sayRatio(0.001, 'speed')).toEqual({ word: 'slower', factor: 1000 });
  expect(sayRatio(3, 'speed')).toEqual({ word: 'faster', factor: 3 });
  expect(sayRatio(0.5, 'amount')).toEqual({ word: 'less', factor: 2 });
  expect(sayRatio(1.004, 'speed')).toEqual({ word: 'same', factor: 1 });
});

test.each([
  [1.02, 1.02, 2],
  [1.234, 1.2, 1],
  [9.97, 10, 0],
  [31.62, 32, 0],
  [203.4, 200, 0],
  [1000, 1000, 0],
])('a factor of %d is shown as %d with %d decimals', (factor, value, digits) => {
  expect(roundFactor(factor)).toEqual({ value, digits });
});

test('an axis holds everything and begins at twice as fast', () => {
  expect(axisReach([])).toBeCloseTo(0.301, 3);
  expect(axisReach([0.2, -0.4])).toBe(0.5);
  expect(axisReach([-1.3])).toBe(2);
});
