import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Permutation } from '../../src/documents/index.ts';
import vectors from '../../vectors/permutation.json' with { type: 'json' };

function order(count: number, seed: number): number[] {
  const permutation = new Permutation(count, seed);
  return Array.from({ length: count }, (_, index) => permutation.at(index));
}

describe('golden vectors', () => {
  it.each(vectors.orders)('all $count with seed $seed', ({ count, seed, order: expected }) => {
    expect(order(count, seed)).toEqual(expected);
  });
  it.each(vectors.samples)('some of $count with seed $seed', ({ count, seed, at }) => {
    const permutation = new Permutation(count, seed);
    expect(at.map(([index = 0]) => [index, permutation.at(index)])).toEqual(at);
  });
});

describe('properties', () => {
  const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

  it('visits everything once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), seed, (count, s) => {
        expect(order(count, s).toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
      }),
    );
  });

  it('visits everything once where the count is just above a power of two', () => {
    expect(new Set(order(65537, 0x0bf5)).size).toBe(65537);
  });

  it('is another order for another seed', () => {
    fc.assert(
      fc.property(seed, (s) => {
        expect(order(1000, s)).not.toEqual(order(1000, (s + 1) % 2 ** 32));
      }),
    );
  });

  it('rarely goes on to the next block, as a random order must', () => {
    const visits = order(262144, 0x0bf5);
    const neighbours = visits.filter((value, index) => index > 0 && value === (visits[index - 1] ?? 0) + 1).length;
    expect(neighbours).toBeLessThan(20);
  });

  it.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])('refuses a count of %s', (count) => {
    expect(() => new Permutation(count, 0)).toThrow(RangeError);
  });
});
