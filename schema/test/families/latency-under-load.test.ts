import { describe, expect, it } from 'vitest';
import { bucketOf, bucketValueNs, emptyCounts, encodeHistogram, MIB, type Pass } from '../../src/documents/index.ts';
import { openLoop } from '../../src/families/latency-under-load/plan.ts';
import { standardPlan } from '../../src/families/families.ts';
import { underLoadFigures } from '../../src/families/latency-under-load/figures.ts';
import type { UnderLoadResult } from '../../src/families/latency-under-load/schema.ts';
import { makePass, makeSide, timedSide } from '../../test-support/record.ts';
import { refusesForgeries } from './forgeries.ts';

const plan = { ...standardPlan('latency-under-load'), file_bytes: 16 * MIB, loops: 2, limit_s: 1 };
const MS = 1e6;

/** Calls of so many milliseconds each, by how many there are. */
function sideOf(calls: readonly (readonly [ms: number, ops: number])[]) {
  const counts = emptyCounts();
  for (const [ms, ops] of calls) counts[bucketOf(ms * MS)] = ops;
  const ops = calls.reduce((sum, [, count]) => sum + count, 0);
  const times = calls.map(([ms]) => ms * MS);
  return makeSide({
    ...{ ops, bytes: ops * 4096, busy_ns: calls.reduce((sum, [ms, count]) => sum + ms * MS * count, 0) },
    ...{ min_ns: Math.min(...times), max_ns: Math.max(...times), histogram: encodeHistogram(counts) },
  });
}

const KIND = { kind: 'flush_each', ended: 'visited' } as const;
const capacity = makePass({ ...KIND, write: timedSide(MS, 1000, 4096) });
const load = (write: Pass['write'], changes: Partial<Pass> = {}) =>
  makePass({ ...KIND, due: write?.ops ?? 0, late_ns: 100 * (write?.ops ?? 0), write, ...changes });
const result: UnderLoadResult = {
  family: 'latency-under-load',
  layout: 'shared',
  loops: [1, 2].map(() => ({
    capacity,
    loads: [load(timedSide(MS, 100, 4096)), load(timedSide(2 * MS, 500, 4096)), load(timedSide(9 * MS, 900, 4096))],
  })),
};

describe('latency under load', () => {
  it('asks for shares of the capacity, for as long as no block is written twice', () => {
    expect(openLoop(plan, capacity, 10)).toEqual({ arrivalsPerS: 100, limitS: 1 });
    const quick = makePass({ ...KIND, elapsed_ns: 1e8, total_ns: 1e8, write: timedSide(1e5, 1000, 4096) });
    expect(openLoop({ ...plan, limit_s: 10 }, quick, 90)).toEqual({ arrivalsPerS: 9_000, limitS: 8_192 / 9_000 });
  });

  it('has the percentiles of all calls, those that enough calls lie beyond', () => {
    const { capacity: rate, loads } = underLoadFigures(result);
    expect(rate?.value).toBe(1000);
    expect(loads.map(({ percent, calls, lateNs }) => [percent, calls, lateNs])).toEqual([
      [10, 200, 100],
      [50, 1000, 100],
      [90, 1800, 100],
    ]);
    expect(loads.map(({ percentiles }) => Object.values(percentiles).map((one) => one !== null))).toEqual([
      [true, true, false, false],
      [true, true, true, false],
      [true, true, true, false],
    ]);
  });

  it('has no percentile, and no end of an interval, beyond what a call took', () => {
    // All of 2 ms, which is less than the middle of its bucket.
    expect(bucketValueNs(bucketOf(2 * MS))).toBeGreaterThan(2 * MS);
    const half = underLoadFigures(result).loads[1];
    expect(half?.percentiles.p99).toEqual({ value: 2 * MS, low: 2 * MS, high: 2 * MS });
    expect(half?.maxNs).toBe(2 * MS);
  });

  it('has an interval that holds the percentile 95 times of 100 where calls do not wait for one another', () => {
    // 10,000 calls, the n-th of n us: p50 is 5,000 us, and its rank scatters by 50.
    const counts = emptyCounts();
    for (let us = 1; us <= 10_000; us++) counts[bucketOf(us * 1e3)] = (counts[bucketOf(us * 1e3)] ?? 0) + 1;
    const side = makeSide({ ops: 10_000, min_ns: 1e3, max_ns: 1e7, histogram: encodeHistogram(counts) });
    const loops = [{ capacity, loads: [load(side)] }];
    const p50 = underLoadFigures({ ...result, loops }).loads[0]?.percentiles.p50;
    expect(p50?.low).toBe(bucketValueNs(bucketOf(4_902e3)));
    expect(p50?.high).toBe(bucketValueNs(bucketOf(5_099e3)));
  });

  it('has one that reaches as far as the loops, whose calls wait for one another', () => {
    const loops = [MS, 3 * MS].map((ns) => ({ capacity, loads: [load(timedSide(ns, 500, 4096))] }));
    const p50 = underLoadFigures({ ...result, loops }).loads[0]?.percentiles.p50;
    expect([p50?.low, p50?.high]).toEqual([MS, 3 * MS].map((ns) => bucketValueNs(bucketOf(ns))));
  });

  it('says how many writes were due that a drive did not keep up with', () => {
    const lateLoad = load(
      sideOf([
        [1, 400],
        [900, 100],
      ]),
      { due: 520, ended: 'limit' },
    );
    const [figure] = underLoadFigures({ ...result, loops: [{ capacity, loads: [lateLoad] }] }).loads;
    expect([figure?.due, figure?.calls, figure?.maxNs]).toEqual([520, 500, 900 * MS]);
  });

  refusesForgeries(plan, result, [
    ['/loops', (r) => r.loops.push(...r.loops)],
    ['/loops/0/capacity/due', (r) => r.loops[0] && (r.loops[0].capacity.due = 5)],
    ['/loops/0/capacity/kind', (r) => r.loops[0] && (r.loops[0].capacity.kind = 'throughput')],
    ['/loops/1/loads/0/write/ops', (r) => r.loops[1]?.loads[0] && (r.loops[1].loads[0].due = 101)],
    ['/loops/1/loads/0/due', (r) => r.loops[1]?.loads[0] && (r.loops[1].loads[0].due = 300)],
    ['/loops/0/loads/2/due', (r) => delete r.loops[0]?.loads[2]?.due],
    ['/loops/0/loads/1/elapsed_ns', (r) => r.loops[0]?.loads[1] && (r.loops[0].loads[1].elapsed_ns = 3e9)],
    ['/loops/0/loads/1/late_ns', (r) => r.loops[0]?.loads[1] && (r.loops[0].loads[1].late_ns = 2e9)],
    ['/loops/0/loads/1/read', (r) => r.loops[0]?.loads[1] && (r.loops[0].loads[1].read = timedSide(1, 1, 4096))],
  ]);
});
