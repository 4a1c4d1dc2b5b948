import { describe, expect, it } from 'vitest';
import { changePoints, MIN_SEGMENT } from '../../src/families/sustained/change-points.ts';
import { cliffFrom, isSteady, steadyFrom, windowOf } from '../../src/families/sustained/rounds.ts';
import { figuresOf, standardPlan } from '../../src/families/families.ts';
import type { RunRecord } from '../../src/families/checks.ts';
import { sustainedFigures } from '../../src/families/sustained/figures.ts';
import type { SustainedResult } from '../../src/families/sustained/schema.ts';
import { randomOf } from '../../test-support/random.ts';
import { decodeSeries, MIB } from '../../src/documents/index.ts';
import { answerOf } from '../../src/answer/of.ts';
import { reportOf } from '../../src/report/index.ts';
import { makeRecord, timedSide } from '../../test-support/record.ts';
import { refusesForgeries } from './forgeries.ts';

const positive = (uniform: () => number) => 1 - uniform();

function normal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(positive(uniform))) * Math.cos(2 * Math.PI * uniform());
}

/** Centred at 0, about 1 wide; `cauchy` has no variance at all, `spikes` is a quiet drive with rare enormous stalls. */
const NOISE = {
  normal,
  uniform: (uniform: () => number) => 2 * uniform() - 1,
  laplace: (uniform: () => number) => {
    const u = uniform() - 0.5;
    return -Math.sign(u) * Math.log(1 - 2 * Math.abs(u));
  },
  student2: (uniform: () => number) => normal(uniform) / Math.sqrt(-Math.log(positive(uniform))),
  cauchy: (uniform: () => number) => Math.tan(Math.PI * (uniform() - 0.5)),
  lognormal: (uniform: () => number) => Math.exp(normal(uniform)) - 1,
  spikes: (uniform: () => number) => (uniform() < 0.05 ? -20 : 0.5 * normal(uniform)),
} as const;
type NoiseName = keyof typeof NOISE;

const NOISES = Object.keys(NOISE) as NoiseName[];

/** Levels of so many rounds each, with noise of `width` relative to 100. */
function series(
  levels: readonly (readonly [level: number, rounds: number])[],
  noise: NoiseName,
  width: number,
  seed: number,
): number[] {
  const uniform = randomOf(seed);
  return levels.flatMap(([level, rounds]) =>
    Array.from({ length: rounds }, () => level + width * NOISE[noise](uniform)),
  );
}

function startsOf(levels: readonly (readonly [number, number])[]): number[] {
  let at = 0;
  return levels.slice(0, -1).map(([, rounds]) => (at += rounds));
}

describe('series that change', () => {
  const shapes: Record<string, (readonly [number, number])[]> = {
    'a cache that runs out': [
      [100, 30],
      [31, 40],
    ],
    'two steps down': [
      [100, 25],
      [60, 30],
      [20, 30],
    ],
    'a dip and back': [
      [100, 25],
      [40, 20],
      [100, 25],
    ],
    'up and down again and again': [
      [100, 20],
      [50, 20],
      [100, 20],
      [50, 20],
      [100, 20],
    ],
    'an early change': [
      [100, 8],
      [30, 60],
    ],
    'a late change': [
      [100, 60],
      [30, 8],
    ],
    'a small step in little noise': [
      [100, 40],
      [90, 40],
    ],
  };
  const cases = Object.entries(shapes).flatMap(([shape, levels]) => NOISES.map((noise) => ({ shape, levels, noise })));
  const SEEDS = 20;
  let extra = 0;

  it.each(cases)('$shape, $noise noise: every change is found within 2 rounds', ({ levels, noise }) => {
    const starts = startsOf(levels);
    for (let seed = 0; seed < SEEDS; seed++) {
      // Without a variance a wider one would throw a good part of a short level over another.
      const changes = changePoints(series(levels, noise, noise === 'cauchy' ? 0.5 : 2, seed));
      for (const start of starts) {
        const offBy = Math.min(...changes.map((at) => Math.abs(at - start)));
        expect(offBy, `seed ${seed}: change at ${start}, found ${changes.join(', ')}`).toBeLessThanOrEqual(2);
      }
      if (changes.length > starts.length) extra++;
    }
  });

  it('adds changes that are not there to at most 5 % of them', () => {
    const all = cases.length * SEEDS;
    console.info(`${extra} of ${all} series with known changes got one too many`);
    expect(extra / all).toBeLessThanOrEqual(0.05);
  });

  it('finds a step without any noise exactly', () => {
    expect(changePoints([...Array<number>(12).fill(5), ...Array<number>(9).fill(2)])).toEqual([12]);
  });
});

describe('series that do not change', () => {
  it.each(NOISES)('1,000 series of %s noise: at most 5 % with a false change', (noise) => {
    let alarms = 0;
    for (let seed = 0; seed < 1_000; seed++) {
      const rounds = 16 + (seed % 85);
      if (changePoints(series([[100, rounds]], noise, 5, seed)).length > 0) alarms++;
    }
    console.info(`${noise}: ${alarms} false alarms in 1,000 series`);
    expect(alarms).toBeLessThanOrEqual(50);
  });

  it('sees nothing in a constant series, a short one, or one odd round', () => {
    expect(changePoints(Array<number>(50).fill(7))).toEqual([]);
    expect(changePoints([9, 9, 9, 9, 1, 1, 1, 1, 1].slice(0, 2 * MIN_SEGMENT - 1))).toEqual([]);
    expect(changePoints([...Array<number>(20).fill(7), 0.1, ...Array<number>(20).fill(7)])).toEqual([]);
  });
});

describe('the steady-state rule', () => {
  it('accepts five rounds within 20 % and a slope within 10 %', () => {
    expect(isSteady([100, 110, 95, 105, 100])).toBe(true);
    expect(windowOf([100, 110, 95, 105, 100])).toMatchObject({ mean: 102 });
  });
  it('refuses a spread over 20 %, and accepts one of 20 %', () => {
    expect(isSteady([90, 100, 110, 100, 100])).toBe(true);
    expect(isSteady([89.9, 100, 110.1, 100, 100])).toBe(false);
  });
  it('refuses a slope over 10 % though the spread is small', () => {
    // A straight fall by 12 % of the mean over the window.
    const falling = [106, 103, 100, 97, 94];
    expect(windowOf(falling).spread).toBeCloseTo(0.12, 12);
    expect(windowOf(falling).slope).toBeCloseTo(-0.12, 12);
    expect(isSteady(falling)).toBe(false);
    expect(isSteady([105, 102.5, 100, 97.5, 95])).toBe(true);
  });
  it('needs five rounds, and names the first window that holds', () => {
    expect(isSteady([100, 100, 100, 100])).toBe(false);
    expect(steadyFrom([300, 200, 120, 100, 101, 99, 100, 100])).toBe(3);
    expect(steadyFrom([300, 200, 120, 100])).toBeNull();
  });
});

describe('sustained write', () => {
  const plan = { ...standardPlan('sustained'), round_bytes: 32 * MIB };
  // 12 rounds of 0.1 s, then 15 of 0.4 s, with a little of both around them.
  const us = [
    ...Array.from({ length: 12 }, (_, i) => 100_000 + (i % 3) * 1_000),
    ...Array.from({ length: 15 }, (_, i) => 400_000 + (i % 4) * 1_000),
  ];
  const result: SustainedResult = {
    family: 'sustained',
    layout: 'shared',
    workers: 1,
    ended: 'budget',
    elapsed_us: us.map((value) => value - 1_000).join(' '),
    total_us: us.join(' '),
    write: timedSide(1_000_000, 27 * 32, MIB),
  };
  const recordOf = (of: SustainedResult) =>
    ({ ...makeRecord(), family: 'sustained', plan, result: of }) as unknown as RunRecord;
  it('says to what share it fell and after how many bytes', () => {
    const { levels, steadyFromRound, rounds } = sustainedFigures(result, plan);
    expect(rounds).toHaveLength(27);
    expect(levels.map(({ fromRound, toRound, afterBytes }) => [fromRound, toRound, afterBytes / MIB])).toEqual([
      [0, 12, 0],
      [12, 27, 384],
    ]);
    expect(levels[0]?.bytesPerS).toBeCloseTo((32 * MIB) / 0.101, -3);
    expect(levels[1]?.ratio).toBeCloseTo(101 / 401.4, 3);
    expect(steadyFromRound).toBe(12);
  });
  it('counts the bytes that filled its file, wherever it says after how many', () => {
    const filledResult = { ...result, fill: { bytes: 256 * MIB, elapsed_ns: 1e9, flush_ns: 1e8 } };
    const { levels } = sustainedFigures(filledResult, plan);
    expect(levels.map(({ afterBytes }) => afterBytes / MIB)).toEqual([256, 640]);
    const record = recordOf(filledResult);
    expect(answerOf(record).sentence).toMatchObject({ kind: 'cliff', after_bytes: 640 * MIB });
    const { lead, parts, format } = reportOf(record);
    expect(format.phrases(lead)).toMatch(/^Fell to 25.2 % after 671 MB/);
    const ends = parts.flatMap((part) => (part.kind === 'table' ? [] : [part.places.at(-1)]));
    expect(ends).toMatchObject([{ value: (256 + 27 * 32) * MIB }]);
  });
  it('says which rounds were steady, and nothing of that where they are too few to tell', () => {
    const saidOf = (...times: readonly number[]) => {
      const { hints, format } = reportOf(recordOf({ ...result, total_us: times.join(' ') }));
      return format.phrases(hints.slice(0, -1));
    };
    const even = Array.from({ length: 8 }, () => 100_000);
    expect(saidOf(...even, 300_000, ...even)).toBe('Rounds 1 to 5 were steady: within 20 %, with a slope within 10 %.');
    const uneven = even.map((time, round) => (round % 2 === 0 ? time : 2 * time));
    expect(saidOf(...uneven)).toMatch(/^Not steady: /);
    expect(saidOf(...uneven.slice(0, 4))).toBe('');
  });
  /** The figures of such rounds, each as the hundredths of a second that a round takes at its rate. */
  const figuresOfRounds = (...levels: readonly (readonly [rounds: number, us: number])[]) => {
    const times = levels.flatMap(([rounds, roundUs]) => Array.from({ length: rounds }, (_, i) => roundUs + i));
    const figures = figuresOf(recordOf({ ...result, total_us: times.join(' ') }));
    return figures.map(({ name, value }) => [name, Math.round((32 * MIB * 100) / value)]);
  };

  it('has the last level as its rate in the long run, not the first one that was steady', () => {
    expect(sustainedFigures(result, plan).longRun?.bytesPerS).toBeCloseTo((32 * MIB) / 0.4014, -3);
    expect(figuresOf(recordOf(result)).map(({ id, name }) => [id, name])).toEqual([
      ['at-last', 'at-last'],
      ['at-first', 'at-first'],
    ]);
  });
  it('has no rate that it rose to with half of its bytes or fewer', () => {
    expect(figuresOfRounds([101, 200_000], [19, 140_000])).toEqual([['kept', 20]]);
    expect(figuresOfRounds([20, 200_000], [20, 140_000])).toEqual([['kept', 20]]);
    expect(figuresOfRounds([20, 100_000], [60, 400_000], [20, 100_000])).toEqual([
      ['at-last', 40],
      ['at-first', 10],
    ]);
    expect(figuresOfRounds([20, 400_000], [60, 200_000], [20, 100_000])).toEqual([
      ['kept', 20],
      ['at-first', 40],
    ]);
  });
  it('has the rate that it rose to where most of its bytes were as fast, and one that it fell to in any case', () => {
    expect(figuresOfRounds([20, 200_000], [21, 140_000])).toEqual([
      ['kept', 14],
      ['at-first', 20],
    ]);
    expect(figuresOfRounds([90, 100_000], [20, 400_000], [10, 200_000])).toEqual([
      ['at-last', 20],
      ['at-first', 10],
    ]);
  });
  it('counts slow rounds of a level for as long as they took', () => {
    const total_us = us.map((_, round) => (round % 9 === 8 ? 1_000_000 : 100_000 + round)).join(' ');
    const seconds = decodeSeries(total_us).reduce((total, roundUs) => total + roundUs, 0) / 1e6;
    const slowResult = { ...result, total_us };
    const { longRun, hasFallen } = sustainedFigures(slowResult, plan);
    expect(longRun?.bytesPerS).toBeCloseTo((27 * 32 * MIB) / seconds, 0);
    expect(hasFallen).toBe(false);
    expect(figuresOf(recordOf(slowResult)).map(({ id, name, value }) => [id, name, value])).toEqual([
      ['at-last', 'kept', longRun?.bytesPerS],
    ]);
  });
  it('keeps a change of under a tenth to itself', () => {
    const small = us.map((_, round) => (round < 12 ? 100_000 : 105_000) + (round % 3) * 100);
    expect(sustainedFigures({ ...result, total_us: small.join(' ') }, plan).levels).toHaveLength(1);
  });
  describe('calls it a cliff where the speed fell and stayed low', () => {
    const rounds = (count: number, us: number) => Array.from({ length: count }, () => us);

    it('for eight rounds and five seconds', () => {
      expect(cliffFrom([...rounds(12, 100_000), ...rounds(15, 400_000)])).toBe(14);
      expect(cliffFrom([...rounds(12, 100_000), ...rounds(12, 400_000)])).toBeNull();
      expect(cliffFrom([...rounds(12, 1_000_000), ...rounds(8, 4_000_000)])).toBe(12);
      expect(cliffFrom([...rounds(12, 1_000_000), ...rounds(7, 4_000_000)])).toBeNull();
    });

    it('and not where a few rounds were slow, where the speed rose, or before there are enough rounds', () => {
      expect(cliffFrom([...rounds(12, 100_000), ...rounds(3, 9_000_000), ...rounds(12, 100_000)])).toBeNull();
      expect(cliffFrom([...rounds(15, 400_000), ...rounds(80, 100_000)])).toBeNull();
      expect(cliffFrom([...rounds(7, 1_000_000), ...rounds(8, 4_000_000)])).toBeNull();
      expect(cliffFrom([])).toBeNull();
    });

    it('and has it as a level, though only eight rounds were before it', () => {
      const before = [300_000, 700_000, 300_001, 700_001, 300_002, 300_003, 700_002, 300_004];
      const total_us = [...before, ...Array.from({ length: 9 }, (_, i) => 700_003 + i)].join(' ');
      expect(sustainedFigures({ ...result, total_us, ended: 'cliff' }, plan).levels).toHaveLength(2);
    });

    it('and has it as a level, though the rounds before were as noisy', () => {
      // Every fourth round before is slower than those at the end, so that no test of ranks tells them apart.
      const before = Array.from({ length: 60 }, (_, i) => (i % 4 === 0 ? 500_000 + 40_000 * (i % 7) : 300_000 + i));
      const total_us = [...before, ...Array.from({ length: 12 }, (_, i) => 445_000 + i)].join(' ');
      const { levels } = sustainedFigures({ ...result, total_us, ended: 'cliff' }, plan);
      expect(levels.map(({ fromRound }) => fromRound)).toEqual([0, 60]);
      expect(sustainedFigures({ ...result, total_us, ended: 'budget' }, plan).levels).toHaveLength(1);
    });
  });
  it('has no level without a round', () => {
    expect(sustainedFigures({ ...result, total_us: '' }, plan)).toMatchObject({
      levels: [],
      longRun: null,
      steadyFromRound: null,
      hasFallen: false,
    });
  });
  refusesForgeries(plan, result, [
    ['/write/bytes', (r) => r.write && (r.write.bytes -= MIB)],
    ['/total_us', (r) => (r.total_us = us.map(() => 1).join(' '))],
    ['/total_us', (r) => (r.total_us += ' 5')],
    ['/write', (r) => delete r.write],
    ['/workers', (r) => (r.workers = 2)],
    ['/ended', (r) => ((r.ended = 'cliff'), (r.total_us = us.toReversed().join(' ')))],
    [
      '/ended',
      (r) => ((r.ended = 'steady'), (r.total_us = us.map((value, i) => (i === 26 ? value * 3 : value)).join(' '))),
    ],
  ]);
});
