import { describe, expect, it } from 'vitest';
import { changePoints, isSteady, MIN_SEGMENT, steadyFrom, windowOf } from '../../src/families/index.ts';
import { randomOf } from '../../test-support/random.ts';
import { NOISE, type NoiseName } from './noise.ts';

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
    const known = startsOf(levels);
    for (let seed = 0; seed < SEEDS; seed++) {
      // Without a variance a wider one would throw a good part of a short level over another.
      const found = changePoints(series(levels, noise, noise === 'cauchy' ? 0.5 : 2, seed));
      for (const start of known) {
        const offBy = Math.min(...found.map((at) => Math.abs(at - start)));
        expect(offBy, `seed ${seed}: change at ${start}, found ${found.join(', ')}`).toBeLessThanOrEqual(2);
      }
      if (found.length > known.length) extra++;
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
