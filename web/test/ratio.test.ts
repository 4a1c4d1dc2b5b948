import { expect, test } from 'vitest';
import { roundFactor } from '../src/lib/base/figures/value.ts';
import { axisReach, sayRatio } from '../src/lib/features/compare/ratio.ts';

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
