import { describe, expect, it } from 'vitest';
import { decodeHistogram, emptyCounts, type Counts } from '../../src/documents/index.ts';
import { cacheVerdict, drivePart, drivePartOf, splitMemory } from '../../src/figures/index.ts';
import evicted from './fixtures/evicted-files.json' with { type: 'json' };
import { asIs, makeFloor, makeJob, makePass, timedSide } from '../../test-support/record.ts';

const countsOf = (text: string) => decodeHistogram(text) ?? emptyCounts();

/** As many calls, drawn from these in equal steps, of each bucket its part. */
function resampled(counts: Counts, calls: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  return counts.map((count) => {
    const before = Math.round((seen * calls) / total);
    seen += count;
    return Math.round((seen * calls) / total) - before;
  });
}

const sum = (a: Counts, b: Counts) => a.map((count, bucket) => count + (b[bucket] ?? 0));

describe('the drive part of mixed reads, each put together from a cold file and the hot floor', () => {
  const CALLS = 8000;
  const cold = evicted.cases.filter((file) => file.truth < 0.01 && file.block_bytes <= 65_536);

  function partOf(file: (typeof cold)[number], driveShare: number) {
    const hot = countsOf(evicted.floors[file.floor] ?? '');
    const drive = resampled(countsOf(file.own), driveShare * CALLS);
    const own = sum(drive, resampled(hot, (1 - driveShare) * CALLS));
    const split = splitMemory({
      ...{ hot, own, clockStepNs: evicted.clock_step_ns, emptyCallNs: file.empty_call_ns, workers: file.workers },
    });
    return { part: split.cut_ns === null ? null : drivePartOf(own, split.cut_ns), truth: drivePartOf(drive, 0) };
  }

  it('is tried on drives of all sorts', () => expect(cold.length).toBeGreaterThan(10));

  it.each([
    [0.12, 0.15],
    [0.25, 0.1],
    [0.5, 0.1],
    [0.9, 0.1],
  ])('where %d of the calls are the drive, has the p50 to %d nine times out of ten', (driveShare, tolerance) => {
    const told = cold.map((file) => partOf(file, driveShare)).filter(({ part }) => part !== null);
    expect(told.length / cold.length).toBeGreaterThan(0.8);
    const errors = told.map(({ part, truth }) => Math.abs((part?.p50_ns ?? 0) / (truth?.p50_ns ?? 0) - 1));
    expect(errors.toSorted((a, b) => a - b)[Math.floor(0.9 * errors.length)]).toBeLessThanOrEqual(tolerance);
  });

  it('has the p99 to 15 % in the middle where half of the calls are the drive', () => {
    const errors = cold.map((file) => {
      const { part, truth } = partOf(file, 0.55);
      return Math.abs((part?.p99_ns ?? Number.NaN) / (truth?.p99_ns ?? Number.NaN) - 1);
    });
    expect(errors.toSorted((a, b) => a - b)[errors.length >> 1]).toBeLessThanOrEqual(0.15);
  });
});

describe('what speaks for the drive', () => {
  /** So many calls of 2 us, and so many of 100 us. */
  function mixed(memory: number, drive: number): number[] {
    return sum(countsOf(timedSide(2_000, memory, 4096).histogram), countsOf(timedSide(100_000, drive, 4096).histogram));
  }
  const CUT_NS = 20_000;

  it('is at least a tenth of the calls', () => {
    expect(drivePartOf(mixed(9_100, 900), CUT_NS)).toBeNull();
    expect(drivePartOf(mixed(9_000, 1_000), CUT_NS)).toMatchObject({ calls: 1_000, share: 0.1, p99_ns: null });
  });
  it('is at least 200 calls', () => {
    expect(drivePartOf(mixed(0, 199), CUT_NS)).toBeNull();
    expect(drivePartOf(mixed(0, 200), CUT_NS)).toMatchObject({ calls: 200, share: 1, p99_ns: null });
  });
  it('is at least half of the calls, and a thousand, for the slowest one in a hundred', () => {
    expect(drivePartOf(mixed(1_100, 1_000), CUT_NS)?.p99_ns).toBeNull();
    expect(drivePartOf(mixed(1_000, 1_000), CUT_NS)?.p99_ns).toBeCloseTo(100_000, -4);
    expect(drivePartOf(mixed(0, 999), CUT_NS)?.p99_ns).toBeNull();
  });
  it('is nothing where there are no calls', () => expect(drivePartOf(emptyCounts(), CUT_NS)).toBeNull());

  it('is found by the verdict on a job', () => {
    const floors = [makeFloor()];
    const job = {
      ...makeJob(asIs('default'), 3, []),
      passes: [
        makePass({ read: timedSide(100_000, 2000, 4096) }),
        makePass({ loop: 2, read: timedSide(2_000, 2000, 4096) }),
      ],
    };
    const verdict = cacheVerdict(job, floors, 1);
    expect(verdict).toMatchObject({ verdict: 'mixed', share_from_memory: 0.5 });
    expect(drivePart(job, verdict)).toMatchObject({ calls: 2000, share: 0.5 });
    expect(drivePart(job, null)).toBeNull();
    if (verdict === null) throw new Error('no verdict');
    expect(drivePart(job, { ...verdict, verdict: 'cached' })).toBeNull();
    // Of the slow half then most would be memory's own.
    expect(drivePart(job, { ...verdict, share_from_memory: 0.7 })).toBeNull();
    expect(drivePart(job, cacheVerdict(job, [], 1))).toBeNull();
  });
});
