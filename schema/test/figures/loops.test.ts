import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIB, median, MIB } from '../../src/documents/index.ts';
import { isWide } from '../../src/families/answer.ts';
import { fasterHalf } from '../../src/figures/loops.ts';
import { intervalOf, trendOf, wantsAnotherLoop } from '../../src/figures/index.ts';
// The runs are the bench's; the rule for their intervals is of this package.
import kept from '../../../fixtures/quick-runs.json' with { type: 'json' };

describe('the interval of a figure', () => {
  /** A normal deviate by the sum of uniform ones, from a seed. */
  function* normals(seed: number): Generator<number, never> {
    for (let state = seed; ;) {
      let sum = -6;
      for (let i = 0; i < 12; i++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        sum += state / 2 ** 32;
      }
      yield sum;
    }
  }

  const [slow, save] = [10e6, 300e3];
  it.each([
    ['quiet', 0.03, 0.02, 8, slow],
    ['busy', 0.03, 0.2, 8, slow],
    ['short', 0.03, 0.1, 3, slow],
    ['as unsteady as its loops', 0.08, 0.06, 8, save],
    ['as unsteady as few loops', 0.15, 0.11, 6, save],
  ])('holds nine of ten other runs of a computer that is %s', (_, betweenRuns, betweenLoops, loops, callNs) => {
    const deviate = normals(1);
    const nextNormal = () => deviate.next().value;
    const runOf = () => {
      const run = betweenRuns * nextNormal();
      return intervalOf(
        Array.from({ length: loops }, () => 1000 * Math.exp(run + betweenLoops * nextNormal())),
        callNs,
      );
    };
    const runs = 2000;
    const isHeld = Array.from({ length: runs }, () => {
      const [one, other] = [runOf(), runOf()];
      return other.value >= one.low && other.value <= one.high;
    });
    expect(isHeld.filter(Boolean).length / runs).toBeGreaterThanOrEqual(0.9);
  });

  it('is narrow where loops agree, and holds all of them where half were disturbed', () => {
    const calmInterval = intervalOf([100, 101, 99, 100, 102, 98, 100, 100]);
    expect(calmInterval.high / calmInterval.value).toBeLessThan(1.12);
    const slowedInterval = intervalOf([100, 100, 100, 100, 70, 70, 70, 70]);
    expect(slowedInterval.low).toBeLessThan(70);
    expect(slowedInterval.high).toBeGreaterThan(100);
  });

  it('is not widened by loops that stood still, up to a quarter of them', () => {
    const calmLoops = [100, 104, 96, 99, 101, 97, 103, 100];
    const width = (loops: readonly number[], callNs: number) => {
      const { low, high } = intervalOf(loops, callNs);
      return high / low;
    };
    for (const callNs of [60e3, 10e6]) {
      const stalledLoops = [1e-3, 0.5, ...calmLoops.slice(2)];
      expect(width(stalledLoops, callNs)).toBeLessThan(1.25 * width(calmLoops, callNs));
    }
  });

  it('reaches no further beyond the loops than quiet runs differ', () => {
    const { low, high } = intervalOf([1, 1, 1, 1, 1000, 1000, 1000, 1000]);
    expect([low > 0.9, high < 1100]).toEqual([true, true]);
  });

  it('reaches further beyond few loops, which five are not', () => {
    const reachOf = (...loops: number[]) => intervalOf(loops).high / Math.max(...loops);
    expect(reachOf(1, 1, 9, 9)).toBeCloseTo(Math.exp(0.2));
    expect(reachOf(1, 1, 1, 9, 9)).toBeLessThan(1.1);
  });

  it('is wider the less a call takes: what disturbs short ones outlasts a run', () => {
    const values = [95, 100, 105, 98, 102, 101];
    const widths = [100e6, 10e6, 1e6, 100e3, 10e3].map((callNs) => intervalOf(values, callNs).high);
    expect(widths).toEqual(widths.toSorted((one, other) => one - other));
    expect(intervalOf(values).high).toBeCloseTo(widths[0] ?? 0, 1);
  });

  it('counts the faster half of loops that others can only slow, and three of few', () => {
    expect(fasterHalf([5, 1, 8, 3, 7, 2, 6, 4])).toEqual([8, 7, 6, 5]);
    expect(fasterHalf([5, 1, 8, 3, 7])).toEqual([8, 7, 5]);
    expect(fasterHalf([1, 3, 2, 4])).toEqual([4, 3, 2]);
    expect(fasterHalf([2, 1])).toEqual([2, 1]);
  });

  it('lies around what was made of all loops together, and holds that and its loops', () => {
    const loops = [355, 2115];
    const { value, low, high } = intervalOf(loops, 355e3, 1, 400);
    expect(value).toBe(400);
    expect([low < 355, low > 200, high > 1_000, high < 2115 * 2]).toEqual([true, true, true, true]);
    expect(intervalOf(loops, 355e3, 1, median(loops))).toEqual(intervalOf(loops, 355e3));
  });

  it('is taken for granted of what was measured once, and not shown', () => {
    expect(intervalOf([100])).toMatchObject({ value: 100, once: true });
  });
});

describe('in runs of Quick that were kept loop by loop', () => {
  /** The bytes that a call of each figure moves; saves are told in calls. */
  const BYTES: Readonly<Record<string, number>> = {
    'rnd4k_q1t1 drive_read': 4 * KIB,
    'seq1m_q1t1 drive_read': MIB,
    'seq1m_q1t1 write': MIB,
    'rnd4k_q1t1 flush_each': 1,
  };
  const intervalOfLoops = (id: string, loops: readonly number[], runs: number) =>
    intervalOf(id.endsWith('flush_each') ? fasterHalf(loops) : loops, ((BYTES[id] ?? 0) * 1e9) / median(loops), runs);
  const figureOf = ({ id, loops }: (typeof kept.quick)[number]['headlines'][number]) => ({
    ...intervalOfLoops(id, loops, 1),
    loops,
  });
  /** All pairs of runs as one figure of both, and whether it holds each third one. */
  function pairsOf(id: string, figures: readonly ReturnType<typeof figureOf>[]) {
    return figures.flatMap((one, i) =>
      figures.slice(i + 1).map((other) => {
        const { low, high } = intervalOfLoops(id, [...one.loops, ...other.loops], 2);
        const others = figures.filter((third) => third !== one && third !== other);
        return {
          isHeld: others.map(({ value }) => low <= value && value <= high),
          isWide: isWide(one) || isWide(other),
          narrowed: high / low / Math.max(one.high / one.low, other.high / other.low),
        };
      }),
    );
  }
  const series = [...new Set(kept.quick.map(({ drive }) => drive))].flatMap((drive) =>
    Object.keys(BYTES).map((id) => {
      const runs = kept.quick.filter((run) => run.drive === drive);
      const figures = runs.flatMap(({ headlines }) => headlines.filter((one) => one.id === id).map(figureOf));
      const isHeld = figures.flatMap((one) =>
        figures.filter((other) => other !== one).map(({ value }) => value >= one.low && value <= one.high),
      );
      const widths = figures.map(({ low, high }) => high / low);
      const pairs = pairsOf(id, figures);
      return { name: `${drive} ${id}`, stalls: drive.endsWith('stalls'), held: share(isHeld), widths, pairs };
    }),
  );
  function share(isHeld: readonly boolean[]): number {
    return isHeld.filter(Boolean).length / isHeld.length;
  }

  const ofStalls = (stalls: boolean) => series.filter((one) => one.stalls === stalls);

  it.each(series)('$name: the interval of one run holds nine of ten others', ({ held }) => {
    expect(held).toBeGreaterThanOrEqual(0.9);
  });

  it.each(ofStalls(false))('$name: the interval of two runs holds nine of ten others', ({ pairs }) => {
    expect(share(pairs.flatMap(({ isHeld }) => isHeld))).toBeGreaterThanOrEqual(0.9);
  });

  it('is always narrower of two runs where one of them was wide, and holds nine of ten others', () => {
    const widePairs = series.flatMap(({ pairs }) => pairs.filter((pair) => pair.isWide));
    expect(widePairs.length).toBeGreaterThan(20);
    expect(Math.max(...widePairs.map(({ narrowed }) => narrowed))).toBeLessThan(1);
    expect(median(widePairs.map(({ narrowed }) => narrowed))).toBeLessThan(0.7);
    expect(share(widePairs.flatMap(({ isHeld }) => isHeld))).toBeGreaterThanOrEqual(0.9);
  });

  it.each([
    ['stall', true, 2.5, 4.2],
    ['do not stall', false, 1.4, 3.3],
  ])('where drives %s, it is narrow', (_, stalls, middle, most) => {
    const widths = ofStalls(stalls).flatMap((one) => one.widths);
    expect(median(widths)).toBeLessThanOrEqual(middle);
    expect(Math.max(...widths)).toBeLessThanOrEqual(most);
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
