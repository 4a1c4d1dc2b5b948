import { expect, test } from 'vitest';
import { decadesOn, logScaleOf, placeOn, placesOn } from '../src/lib/base/charts/log-scale.ts';

test('bars of a board stand on whole decades, and ten times more is always as far', () => {
  const scale = logScaleOf([30, 6455], [32, 120_977]);
  expect(scale).toEqual({ low: 10, high: 1_000_000 });
  expect(placeOn(scale, 10)).toBe(0);
  expect(placeOn(scale, 1_000_000)).toBe(1);
  expect(placeOn(scale, 1000) - placeOn(scale, 100)).toBeCloseTo(placeOn(scale, 10_000) - placeOn(scale, 1000), 9);
  expect(decadesOn(scale)).toEqual([100, 1000, 10_000, 100_000].map((value) => placeOn(scale, value)));
});

test('values of one decade still have a scale, and nothing leaves it', () => {
  const scale = logScaleOf([200], [300]);
  expect(scale).toEqual({ low: 100, high: 1000 });
  expect(placeOn(scale, 1)).toBe(0);
  expect(placeOn(scale, 1e9)).toBe(1);
  expect(placesOn(scale, { low: 0, value: 1000, high: 1e9 })).toEqual({ low: 0, value: 1, high: 1 });
});
