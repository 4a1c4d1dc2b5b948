import { describe, expect, test } from 'vitest';
import {
  type Block,
  blocksToFind,
  compareFigures,
  interleavedRatio,
  ratioOf,
  reachOf,
  verdictOf,
} from '../../src/figures/index.ts';
import { decodeSeries, studentT } from '../../src/documents/index.ts';
import { isRecordOf } from '../../src/families/families.ts';
import { realRecord } from '../../test-support/real-records.ts';

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
  const rate = { value: 100, low: 98, high: 102, unit: 'bytes_per_s', better: 'higher', origin: 'drive' } as const;
  const twice = { ...rate, value: 200, low: 196, high: 204 };

  test('has no ratio where one came from memory and the other did not, or nobody knows', () => {
    expect(compareFigures({ ...twice, origin: 'memory' }, rate)).toBe('unlike');
    expect(compareFigures({ ...twice, origin: 'memory' }, { ...rate, origin: 'unknown' })).toBe('unlike');
    expect(compareFigures(twice, rate)).toMatchObject({ ratio: 2, tie: false });
  });

  test('is compared by what is more, where it is an amount', () => {
    const amount = { unit: 'share', better: 'lower' } as const;
    expect(compareFigures({ ...twice, ...amount }, { ...rate, ...amount })).toMatchObject({ ratio: 2 });
  });
});

/** Mulberry32: the same numbers in every run of the test. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Machine {
  /** How much faster B is. */
  readonly ratio?: number;
  /** Standard deviation of one measurement's logarithm. */
  readonly scatter: number;
  /** The logarithm that each measurement adds to the logarithm of the next ones, for both alike. */
  readonly drift?: number;
  readonly figures?: number;
  /** So many, however narrow. */
  readonly blocks?: number;
}

const MAX_BLOCKS = 20;
const MIN_BLOCKS = 4;
const UNTIL = 0.05;

/** The comparison of the command, on a made-up machine: blocks until all intervals are narrow, or until there are enough. */
function compareOn({ ratio = 1, scatter, drift = 0, figures = 1, blocks: wanted }: Machine, random: () => number) {
  const deviation = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()) * scatter;
  const blocks = Array.from({ length: figures }, (): Block[] => []);
  let order = 'ABBA';
  let slot = 0;
  const isNarrow = (figureBlocks: readonly Block[]) => {
    const comparison = interleavedRatio(figureBlocks, 'higher');
    return comparison !== null && reachOf(comparison) <= UNTIL;
  };
  for (let block = 0; block < (wanted ?? MAX_BLOCKS); block++) {
    if (block % 2 === 0) {
      if (wanted === undefined && block >= MIN_BLOCKS && blocks.every(isNarrow)) break;
      order = random() < 0.5 ? 'ABBA' : 'BAAB';
    }
    const sides = blocks.map(() => ({ A: [] as number[], B: [] as number[] }));
    for (const side of order as Iterable<'A' | 'B'>) {
      slot += 1;
      for (const figureSides of sides) {
        figureSides[side].push(100 * (side === 'B' ? ratio : 1) * Math.exp(drift * slot + deviation()));
      }
    }
    sides.forEach(({ A, B }, at) =>
      blocks[at]?.push({ a: A as [number, number] & number[], b: B as [number, number] & number[] }),
    );
  }
  return blocks
    .map((figureBlocks) => interleavedRatio(figureBlocks, 'higher'))
    .filter((comparison) => comparison !== null);
}

const share = (values: readonly boolean[]) => values.filter(Boolean).length / values.length;

const PAIRS = 1000;
const comparisonsOf = (machine: Machine) => {
  const random = randomOf(3061);
  return Array.from({ length: PAIRS }, () => compareOn(machine, random));
};

test.each([0.05, 0.1])('a planted tenth is found with about as many blocks as was said: scatter %s', (scatter) => {
  const random = randomOf(7);
  const sizes = { difference: 0.1, threshold: 0.05, figures: 1, maxBlocks: 500 };
  const said = Array.from({ length: 100 }, () => compareOn({ scatter, blocks: 20 }, random)[0])
    .map((comparison) => (comparison && blocksToFind(comparison, sizes)) ?? 500)
    .toSorted((a, b) => a - b)[50];
  const isFound = Array.from({ length: 100 }, () => {
    const [comparison] = compareOn({ scatter, ratio: 1.1, blocks: said ?? 2 }, random);
    return comparison !== undefined && verdictOf(comparison, 0.05, 1) === 'better';
  });
  expect(share(isFound)).toBeGreaterThan(0.8);
  const isFoundWithHalf = Array.from({ length: 100 }, () => {
    const [comparison] = compareOn({ scatter, ratio: 1.1, blocks: 2 * Math.ceil((said ?? 2) / 6) }, random);
    return comparison !== undefined && verdictOf(comparison, 0.05, 1) === 'better';
  });
  expect(share(isFoundWithHalf)).toBeLessThan(0.8);
});

describe('B against A, measured in blocks of A B B A', () => {
  test.each([
    ['one figure, until it is known', { scatter: 0.05 }],
    ['one figure, until there are enough blocks', { scatter: 0.2 }],
    ['five figures', { scatter: 0.05, figures: 5 }],
    ['a machine that grows slower all the time', { scatter: 0.05, drift: -0.02 }],
  ])('is called different in at most 5 %% of 1,000 comparisons of a thing with itself: %s', (_, machine) => {
    const all = comparisonsOf(machine);
    // No threshold helps here.
    const isAlarm = all.map((figures) =>
      figures.some((comparison) => !['same', 'unclear'].includes(verdictOf(comparison, 0, figures.length))),
    );
    expect(share(isAlarm)).toBeLessThanOrEqual(0.05);
    const comparisons = all.flat();
    const holds = share(comparisons.map(({ interval }) => (interval?.low ?? 2) <= 1 && (interval?.high ?? 0) >= 1));
    expect(holds).toBeGreaterThan(0.93);
    expect(
      share(comparisons.map(({ ratio, noise }) => Math.abs(Math.log(ratio)) <= Math.log(noise ?? 1))),
    ).toBeGreaterThan(0.93);
  });

  test('is called different in at most 5 of 100 pairs of one thing with itself, in what a drive was recorded to do', () => {
    const record = realRecord('chromium-family-sustained');
    const rounds = isRecordOf(record, 'sustained') ? decodeSeries(record.result.elapsed_us) : [];
    expect(rounds.length).toBeGreaterThan(100);
    const random = randomOf(35);
    for (const count of [4, 6, 8]) {
      const isAlarm = Array.from({ length: 100 }, () => {
        // As it is measured: rounds that follow each other, stalls included, in an order that holds for two blocks.
        const from = Math.floor(random() * (rounds.length - 4 * count + 1));
        const isReversed = Array.from({ length: count / 2 }, () => random() < 0.5);
        const blocks = Array.from({ length: count }, (_, block): Block => {
          const [first = 0, second = 0, third = 0, fourth = 0] = rounds.slice(from + 4 * block);
          const [outer, inner] = [[first, fourth] as const, [second, third] as const];
          return isReversed[block >> 1] ? { a: inner, b: outer } : { a: outer, b: inner };
        });
        const comparison = interleavedRatio(blocks, 'lower');
        return comparison !== null && ['better', 'worse'].includes(verdictOf(comparison, 0, 1));
      });
      expect(share(isAlarm), `${count} blocks`).toBeLessThanOrEqual(0.05);
    }
  });

  test.each([
    ['faster', 1.3, 'better'],
    ['slower', 1 / 1.3, 'worse'],
  ] as const)('is called so where it is 1.3 times %s', (_, ratio, verdict) => {
    const all = comparisonsOf({ ratio, scatter: 0.05, drift: 0.01, figures: 5 });
    expect(share(all.flat().map((comparison) => verdictOf(comparison, 0.05, 5) === verdict))).toBeGreaterThan(0.98);
    const holds = share(
      all.flat().map(({ interval: ends }) => (ends?.low ?? 9) <= ratio && (ends?.high ?? 0) >= ratio),
    );
    expect(holds).toBeGreaterThan(0.93);
  });

  test('is called the same where no more than the threshold can lie between them', () => {
    const all = comparisonsOf({ ratio: 1.01, scatter: 0.01 }).flat();
    expect(share(all.map((comparison) => verdictOf(comparison, 0.05, 1) === 'same'))).toBeGreaterThan(0.95);
  });

  test('is not touched by what drifts for both, which is no noise either', () => {
    const driftingBlocks = [0, 1, 2, 3].map((block): Block => {
      const at = (slot: number) => 100 * Math.exp(-0.1 * (4 * block + slot));
      return { a: [at(0), at(3)], b: [2 * at(1), 2 * at(2)] };
    });
    const comparison = interleavedRatio(driftingBlocks, 'higher');
    expect(comparison?.ratio).toBeCloseTo(2, 9);
    expect(comparison?.interval?.low).toBeCloseTo(2, 9);
    expect(comparison?.noise).toBeCloseTo(1, 9);
  });

  test('is above 1 where B is better, also where less is better', () => {
    const blocks: Block[] = [
      { a: [10, 10], b: [5, 5] },
      { a: [10, 11], b: [5, 5.5] },
    ];
    expect(interleavedRatio(blocks, 'lower')?.ratio).toBeCloseTo(2, 9);
    expect(interleavedRatio(blocks, 'higher')?.ratio).toBeCloseTo(0.5, 9);
  });

  test('has no interval after one block, and no verdict', () => {
    const comparison = interleavedRatio([{ a: [1, 1], b: [9, 9] }], 'higher');
    expect(comparison).toMatchObject({ interval: null, noise: null });
    expect(comparison && verdictOf(comparison, 0, 1)).toBe('unclear');
    expect(comparison && reachOf(comparison)).toBe(Infinity);
  });

  test('is none where something was not measured', () => {
    expect(interleavedRatio([], 'higher')).toBeNull();
    expect(interleavedRatio([{ a: [1, 0], b: [1, 1] }], 'higher')).toBeNull();
  });
});

test.each([
  [0.9, 2, 2.92],
  [0.9, 7, 1.895],
  [0.95, 1, 12.706],
  [0.95, 3, 3.182],
  [0.95, 10, 2.228],
  [0.99, 4, 4.604],
  [0.995, 7, 4.029],
])('%d of Student’s distribution with %d degrees of freedom lie within %d', (probability, degrees, expected) => {
  expect(studentT(probability, degrees)).toBeCloseTo(expected, 3);
});
