import { describe, expect, it } from 'vitest';
import { loadBins, stallSpans } from '../../src/families/stutter/timeline.ts';
import { measuredStalls, msBinOf, stutterFigures, tableOf } from '../../src/families/stutter/figures.ts';
import { figuresOf, standardPlan } from '../../src/families/families.ts';
import { compareFigures } from '../../src/figures/compare.ts';
import type { StutterResult } from '../../src/families/stutter/schema.ts';
import { bucketOf, emptyCounts, encodeHistogram } from '../../src/documents/index.ts';
import { familyRecord } from '../../test-support/family-records.ts';
import { makePass, timedSide } from '../../test-support/record.ts';
import { refusesForgeries } from './forgeries.ts';
import published from '../../published/stutter.json' with { type: 'json' };

const countsAt = (...calls: readonly (readonly [ns: number, count: number])[]) => {
  const counts = emptyCounts();
  for (const [ns, count] of calls) counts[bucketOf(ns)] = (counts[bucketOf(ns)] ?? 0) + count;
  return counts;
};

const sideAt = (busy_ns: number, ...calls: readonly (readonly [ns: number, count: number])[]) => ({
  ...{ busy_ns, histogram: encodeHistogram(countsAt(...calls)) },
  max_ns: Math.max(...calls.flatMap(([ns, count]) => (count > 0 ? ns : []))),
});

/** Those who published it gave every call of a row its lower edge. */
const callsOf = (table: readonly (readonly number[])[], column: 1 | 2) =>
  table.map((row) => [((row[0] ?? 0) - 1) * 1e6, row[column] ?? 0] as const);

describe.each(published.runs)('the published $name, recorded by us', ({ table, ours }) => {
  it.each([
    ['read', callsOf(table, 1), ours.read],
    ['write', callsOf(table, 2), ours.write],
  ] as const)('%s: the published counts and means, stalls at most 1/64 off', (_, calls, expected) => {
    const busyNs = calls.reduce((total, [ns, count]) => total + ns * count, 0);
    const stalls = measuredStalls([sideAt(busyNs, ...calls)], published.threshold_ms);
    expect(stalls).toMatchObject({
      calls: expected.calls,
      totalMs: expected.total_ms,
      stallCalls: expected.stutter_calls,
    });
    expect(stalls.meanMs).toBeCloseTo(expected.mean_ms, 6);
    expect(Math.abs((stalls.stallMeanMs ?? 0) / expected.stutter_mean_ms - 1)).toBeLessThanOrEqual(1 / 64);
    expect(Math.abs((100 * stalls.share) / expected.stutter_share_percent - 1)).toBeLessThanOrEqual(1 / 64);
  });

  it('becomes a table with the same rows', () => {
    const counts = (column: 1 | 2) =>
      new Map(table.flatMap((row) => ((row[column] ?? 0) > 0 ? [[row[0] ?? 0, row[column] ?? 0] as const] : [])));
    const rows = tableOf(counts(1), counts(2)).map(({ ms, reads, writes }) => [ms, reads, writes]);
    expect(rows).toEqual(table);
  });
});

describe('a measured pass', () => {
  it.each([
    [0, 1],
    [1, 1],
    [1_000_000, 1],
    [1_000_001, 2],
    [203_400_000, 204],
  ])('a call of %d ns belongs to bin %d', (ns, bin) => {
    expect(msBinOf(ns)).toBe(bin);
  });

  it('takes means from the measured time and stalls from the histogram, at most 1/64 off', () => {
    const stalls = measuredStalls([sideAt(302_400_000, [200_000, 10], [300_400_000, 1])], 100);
    expect(stalls).toMatchObject({ calls: 11, stallCalls: 1 });
    expect(stalls.totalMs).toBeCloseTo(302.4, 9);
    expect(stalls.meanMs).toBeCloseTo(302.4 / 11, 9);
    expect(Math.abs(stalls.stallMs - 300.4) / 300.4).toBeLessThanOrEqual(1 / 64);
    expect(stalls.share).toBe(stalls.stallMs / stalls.totalMs);
  });

  it.each([
    ['over the threshold, in a bucket whose middle is not', 100.4e6, 100, 1],
    ['not over it, in a bucket whose middle is', 127.95e6, 128, 0],
  ])('counts the longest call by its own time: %s', (_, longestNs, threshold, stallCalls) => {
    const [reads, writes] = [sideAt(2e6, [1e6, 2]), sideAt(longestNs, [longestNs, 1])];
    expect(measuredStalls([writes], threshold).stallCalls).toBe(stallCalls);
    expect(measuredStalls([reads, writes], threshold)).toMatchObject({ calls: 3, stallCalls });
  });

  it('never has more time in stalls than there was', () => {
    expect(measuredStalls([sideAt(140e6, [150e6, 1])], 100)).toMatchObject({ stallMs: 140, share: 1 });
  });

  it('adds reads and writes up by counts, and makes one table of them', () => {
    const side = (ns: number) => ({
      busy_ns: ns,
      ops: 1,
      bytes: 4096,
      short_ops: 0,
      dropped: 0,
      min_ns: ns,
      max_ns: ns,
      histogram: encodeHistogram(countsAt([ns, 1])),
      series: { ops: '', busy_us: '', max_us: '' },
    });
    const result: StutterResult = {
      family: 'stutter',
      load_ms: 1_000,
      layout: 'shared',
      pass: {
        kind: 'throughput',
        loop: 1,
        timing: 'each',
        ended: 'visited',
        workers: 1,
        elapsed_ns: 5e8,
        total_ns: 5e8,
        flush_ns: 0,
        bin_ns: 1e8,
        read: side(5e6),
        write: side(3e8),
      },
    };
    const figures = stutterFigures(result, 100);
    expect(figures).toMatchObject({ read: { stallCalls: 0 }, both: { calls: 2, totalMs: 305, stallCalls: 1 } });
    expect(figures.table.map(({ reads, writes }) => [reads, writes])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(stutterFigures(result, 1)).toMatchObject({ read: { stallCalls: 1 }, both: { stallCalls: 2 } });
    expect(stutterFigures({ family: 'stutter', layout: 'shared' }, 100)).toMatchObject({
      both: { calls: 0 },
      table: [],
    });
  });
});

describe('a result of stutter', () => {
  const plan = { ...standardPlan('stutter'), calls: 1_000, workers: 2, min_s: 0 };
  const result: StutterResult = {
    family: 'stutter',
    layout: 'shared',
    pass: makePass({ workers: 2, read: timedSide(200_000, 1_000, 4_096), write: timedSide(1_500_000, 1_000, 4_096) }),
    load_ms: 2_000,
  };
  refusesForgeries(plan, result, [
    ['/pass/read/bytes', (r) => r.pass?.read && (r.pass.read.bytes -= 1)],
    ['/pass/write/histogram', (r) => r.pass?.write && (r.pass.write.histogram = '5')],
    ['/pass', (r) => r.pass?.read && Object.assign(r.pass.read, timedSide(200_000, 1_001, 4_096))],
    ['/pass/workers', (r) => r.pass && (r.pass.workers = 3)],
    ['/load_ms', (r) => delete r.load_ms],
    ['/load_ms', (r) => r.pass && (r.pass.elapsed_ns = 5e9)],
    ['/load_ms', (r) => (r.load_ms = 1e10)],
  ]);
});

/** A side with these calls and longest waits per bin of 0.1 s. */
function sideOver(ops: readonly number[], maxUs: readonly number[]) {
  const calls = ops.reduce((sum, n) => sum + n, 0);
  const max_ns = Math.max(...maxUs) * 1e3;
  const side = timedSide(max_ns, calls, 4_096);
  const busyUs = ops.map((n) => (n * max_ns) / 1e3);
  return { ...side, series: { ops: ops.join(' '), busy_us: busyUs.join(' '), max_us: maxUs.join(' ') } };
}

it('two results of stutter that lie a little apart are no clear difference: each was measured once', () => {
  const figuresWith = (ns: number) => {
    const result = {
      family: 'stutter' as const,
      layout: 'shared' as const,
      pass: makePass({ write: timedSide(ns, 1000, 4096) }),
    };
    return figuresOf(familyRecord('stutter', { result }));
  };
  const ratios = (ns: number) =>
    figuresWith(ns).flatMap((figure, index) => {
      const base = figuresWith(200e6)[index];
      const ratio = base && compareFigures(figure, base);
      return ratio && ratio !== 'unlike' ? ratio.tie : [];
    });
  expect(ratios(202e6)).toEqual([true, true, true, true]);
  expect(ratios(400e6)).toEqual([false, true, true, false]);
});

describe('the course of a load', () => {
  const pass = makePass({
    workers: 2,
    read: sideOver([5, 0, 0, 0, 2, 5], [900, 0, 0, 0, 310_000, 100]),
    write: sideOver([5, 0, 0, 0, 0, 5], [40_000, 0, 0, 0, 0, 450_000]),
  });
  const bins = loadBins({ family: 'stutter', layout: 'shared', load_ms: 600, pass });

  it('shows a wait in every bin in which it was under way', () => {
    expect(bins.map(({ readNs }) => readNs)).toEqual([9e5, 3.1e8, 3.1e8, 3.1e8, 3.1e8, 1e5]);
    expect(bins.map(({ writeNs }) => writeNs)).toEqual([4e7, 4.5e8, 4.5e8, 4.5e8, 4.5e8, 4.5e8]);
    expect(bins.map(({ calls }) => calls)).toEqual([10, 0, 0, 0, 2, 10]);
  });

  it('names when it stalled, for how long, and what ended meanwhile', () => {
    const [stall, ...others] = stallSpans(bins, 100);
    expect(others).toEqual([]);
    expect(stall).toMatchObject({ calls: 12, readNs: 3.1e8, writeNs: 4.5e8 });
    expect([stall?.startS, stall?.endS]).toEqual([expect.closeTo(0.1), expect.closeTo(0.6)]);
  });

  it('parts stalls that a quick bin lies between', () => {
    const splitBins = loadBins({
      family: 'stutter',
      layout: 'shared',
      load_ms: 400,
      pass: makePass({ read: sideOver([1, 1, 1, 1], [150_000, 90_000, 2_000, 190_000]) }),
    });
    expect(stallSpans(splitBins, 100).map(({ startS }) => startS)).toEqual([0, expect.closeTo(0.2)]);
    expect(stallSpans(splitBins, 200)).toEqual([]);
  });

  it('is not known of older runs', () => {
    const olderPass = makePass({ read: timedSide(200_000, 1_000, 4_096) });
    expect(loadBins({ family: 'stutter', layout: 'shared', load_ms: 600, pass: olderPass })).toEqual([]);
    expect(loadBins({ family: 'stutter', layout: 'shared' })).toEqual([]);
  });
});

describe('a result of stutter with its course', () => {
  const plan = { ...standardPlan('stutter'), calls: 1_000, workers: 2, min_s: 0 };
  const [ops, maxUs] = [
    [400, 0, 600],
    [200, 0, 200],
  ] as const;
  /** The calls themselves lasted half as long as the load. */
  const pass = makePass({
    workers: 2,
    elapsed_ns: 1e8,
    total_ns: 1e8,
    read: sideOver(ops, maxUs),
    write: sideOver(ops, maxUs),
  });
  const result: StutterResult = { family: 'stutter', layout: 'shared', pass, load_ms: 300 };
  refusesForgeries(plan, result, [
    ['/pass/read/series/ops', (r) => r.pass?.read && (r.pass.read.series.ops = '400 1 600')],
    ['/pass/read/series/busy_us', (r) => r.pass?.read && (r.pass.read.series.busy_us = '1 0 1')],
    ['/pass/write/series/max_us', (r) => r.pass?.write && (r.pass.write.series.max_us = '200 0')],
    ['/pass/write/series/max_us', (r) => r.pass?.write && (r.pass.write.series.max_us = '200 0 900')],
    ['/pass/bin_ns', (r) => r.pass && (r.pass.bin_ns = 0)],
    ['/pass/read/series/ops', (r) => r.pass && (r.pass.bin_ns = 1e9)],
  ]);
});
