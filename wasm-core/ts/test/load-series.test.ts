import type { Pass } from '@opfsmark/schema/documents';
import type { PassHead } from '@opfsmark/schema/schedule';
import { describe, expect, it } from 'vitest';
import { addPasses, mergePass } from '../page/merge.ts';
import { LoadSeries } from '../families/stutter/index.ts';
import { rawSide } from './fakes.ts';

const HEAD: PassHead = { kind: 'throughput', loop: 1, timing: 'each', flush: 'each', limitS: 0 };
const BIN_NS = 50e6;

/** A slice whose bins of 50 ms each have one read that took so many milliseconds. */
function sliceOf(readsMs: readonly number[], binNs = BIN_NS): Pass {
  const readsNs = readsMs.map((ms) => ms * 1e6);
  const series = { ops: readsMs.map(() => 1), busyNs: readsNs, maxNs: readsNs };
  const lastedNs = readsMs.length * binNs;
  const head = { ended: 'visited', beganMs: 0, elapsedNs: lastedNs, totalNs: lastedNs, flushNs: 0, binNs } as const;
  return mergePass(HEAD, [{ ...head, read: { ...rawSide(readsNs), series } }]);
}

function courseOf(slices: readonly (readonly [beganMs: number, slice: Pass])[]) {
  const series = new LoadSeries();
  let pass: Pass | undefined;
  for (const [beganMs, slice] of slices) {
    series.add(slice, beganMs * 1e6);
    pass = addPasses(pass, slice);
  }
  if (!pass) throw new Error('no slices');
  return series.of(pass);
}

describe('the series of a load', () => {
  it('has its slices where they were, with the rests between them', () => {
    const { read, bin_ns } = courseOf([
      [0, sliceOf([1, 2])],
      [310, sliceOf([40, 3])],
    ]);
    expect(bin_ns).toBe(100e6);
    expect(read?.series).toEqual({ ops: '2 0 0 2', busy_us: '3000 0 0 43000', max_us: '2000 0 0 40000' });
  });

  it('leaves no bin empty where slices follow each other without a rest', () => {
    const slices = Array.from({ length: 40 }, (_, index) => [index * 175, sliceOf([1, 1, 1, 1])] as const);
    const bins = courseOf(slices).read?.series.ops.split(' ').map(Number) ?? [];
    expect(Math.min(...bins)).toBeGreaterThan(0);
    expect(bins.reduce((sum, n) => sum + n, 0)).toBe(160);
  });

  it('has wider bins where the load outgrows them, and loses no call', () => {
    const slices = Array.from(
      { length: 3_000 },
      (_, index) => [index * 100, sliceOf([index === 1_500 ? 9 : 1])] as const,
    );
    const { read, bin_ns } = courseOf(slices);
    const [ops, longest] = [read?.series.ops, read?.series.max_us].map((text) => (text ?? '').split(' ').map(Number));
    expect(bin_ns).toBe(400e6);
    expect(ops).toHaveLength(750);
    expect(ops?.reduce((sum, n) => sum + n, 0)).toBe(3_000);
    expect(longest?.indexOf(9_000)).toBe(375);
  });

  it('has bins as wide as those of a slice that outgrew its own', () => {
    const { read, bin_ns } = courseOf([
      [0, sliceOf([1, 2])],
      [200, sliceOf([5, 6], 400e6)],
    ]);
    expect(bin_ns).toBe(400e6);
    expect(read?.series).toMatchObject({ ops: '2 1 1', max_us: '2000 5000 6000' });
  });

  it('has a place for each bin in both directions, also where one of them made no call', () => {
    const slice = sliceOf([1, 1, 1, 1]);
    const quiet = mergePass(HEAD, [
      { ended: 'visited', beganMs: 0, elapsedNs: 1, totalNs: 1, flushNs: 0, binNs: BIN_NS, write: rawSide([]) },
    ]);
    const { read, write } = courseOf([
      [0, quiet],
      [100, slice],
    ]);
    expect([read?.series.ops, write?.series.ops]).toEqual(['0 2 2', '0 0 0']);
  });
});
