import { describe, expect, test } from 'vitest';
import { compareFigures, ratioOf } from '../../src/figures/index.ts';

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

describe('a figure against that of another result', () => {
  const rate = { value: 100, low: 98, high: 102, unit: 'bytes_per_s', better: 'higher', read_from: 'drive' } as const;
  const twice = { ...rate, value: 200, low: 196, high: 204 };

  test('has no ratio where only one of them came from memory', () => {
    expect(compareFigures({ ...twice, read_from: 'cached' }, rate)).toBe('unlike');
    expect(compareFigures(twice, rate)).toMatchObject({ ratio: 2, tie: false });
  });

  test('is compared by what is more, where it is an amount', () => {
    const amount = { unit: 'share', better: 'lower' } as const;
    expect(compareFigures({ ...twice, ...amount }, { ...rate, ...amount })).toMatchObject({ ratio: 2 });
  });
});
