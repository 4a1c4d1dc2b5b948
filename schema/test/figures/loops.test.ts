import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minMaxCoverage, outliersOf, trendOf, wantsAnotherLoop } from '../../src/figures/index.ts';

describe('interval of the median', () => {
  it.each([
    [1, 0],
    [5, 0.9375],
    [6, 0.96875],
  ])('min-max of %i loops covers %f', (loops, coverage) => {
    expect(minMaxCoverage(loops)).toBe(coverage);
  });
});

describe('until stable', () => {
  it('goes on while loops differ by more than 3 %', () => {
    expect(wantsAnotherLoop([100, 102, 103])).toBe(false);
    expect(wantsAnotherLoop([100, 102, 104])).toBe(true);
  });
  it('ends at 10 loops', () => {
    expect(wantsAnotherLoop([1, 2, 1, 2, 1, 2, 1, 2, 1])).toBe(true);
    expect(wantsAnotherLoop([1, 2, 1, 2, 1, 2, 1, 2, 1, 2])).toBe(false);
  });
});

describe('trend', () => {
  it('sees a first loop that filled a cache', () => {
    expect(trendOf([100, 300, 310, 305, 300])).toBe('rising');
  });
  it('sees a drive that slows down after the first loop', () => {
    expect(trendOf([300, 100, 105, 102, 100])).toBe('falling');
  });
  it('takes scatter for scatter', () => {
    expect(trendOf([100, 130, 180, 110, 150])).toBeNull();
    expect(trendOf([100, 105, 104])).toBeNull();
    expect(trendOf([100, 300])).toBeNull();
  });
  it('reads the same on any scale', () => {
    const loops = fc.array(fc.double({ min: 1, max: 100, noNaN: true }), { minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(loops, (values) => {
        expect(trendOf(values.map((value) => value * 1024))).toBe(trendOf(values));
      }),
    );
  });
});

describe('outliers', () => {
  it('marks what stands far off, and only that', () => {
    expect(outliersOf([100, 101, 99, 100, 40])).toEqual([false, false, false, false, true]);
    expect(outliersOf([100, 101, 99])).toEqual([false, false, false]);
  });
});
