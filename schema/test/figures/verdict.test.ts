import { describe, expect, it } from 'vitest';
import { type Counts, decodeHistogram, emptyCounts, type Floor, type JobResult } from '../../src/documents/index.ts';
import { cacheVerdict, drivePart, drivePartOf, loopVerdict, splitMemory, timedLoops } from '../../src/figures/index.ts';
import evicted from './fixtures/evicted-files.json' with { type: 'json' };
import { asIs, makeFloor, makeJob, makePass, makeRecord, makeSide, timedSide } from '../../test-support/record.ts';
import { verdictInRecord } from '../../src/families/matrix/verdict.ts';

const countsOf = (text: string) => decodeHistogram(text) ?? emptyCounts();

/** As many calls, drawn from these in equal steps, of each bucket its part. */
function resampled(counts: Counts, calls: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seenCount = 0;
  return counts.map((count) => {
    const before = Math.round((seenCount * calls) / total);
    seenCount += count;
    return Math.round((seenCount * calls) / total) - before;
  });
}

const sum = (a: Counts, b: Counts) => a.map((count, bucket) => count + (b[bucket] ?? 0));

describe('the drive part of mixed reads, each put together from a cold file and the hot floor', () => {
  const CALLS = 8000;
  const cold = evicted.cases.filter((file) => file.told && file.truth < 0.01 && file.block_bytes <= 65_536);

  function partOf(file: (typeof cold)[number], driveShare: number) {
    const hot = countsOf(evicted.floors[file.floor] ?? '');
    const drive = resampled(countsOf(file.own), driveShare * CALLS);
    const counts = sum(drive, resampled(hot, (1 - driveShare) * CALLS));
    const split = splitMemory({
      ...{
        hot,
        own: counts,
        clockStepNs: evicted.clock_step_ns,
        emptyCallNs: file.empty_call_ns,
        workers: file.workers,
      },
    });
    return { part: split.cut_ns === null ? null : drivePartOf(counts, split.cut_ns), truth: drivePartOf(drive, 0) };
  }

  it('is tried on drives of all sorts', () => expect(cold.length).toBeGreaterThan(10));

  it.each([
    [0.12, 0.15],
    [0.25, 0.1],
    [0.5, 0.1],
    [0.9, 0.1],
  ])('where %d of the calls are the drive, has the p50 to %d nine times out of ten', (driveShare, tolerance) => {
    const parts = cold.map((file) => partOf(file, driveShare)).filter(({ part }) => part !== null);
    expect(parts.length / cold.length).toBeGreaterThan(0.8);
    const errors = parts.map(({ part, truth }) => Math.abs((part?.p50_ns ?? 0) / (truth?.p50_ns ?? 0) - 1));
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
    expect(drivePart(job, { ...verdict, verdict: 'memory' })).toBeNull();
    // Most of the slow half would then be memory's own.
    expect(drivePart(job, { ...verdict, share_from_memory: 0.7 })).toBeNull();
    expect(drivePart(job, cacheVerdict(job, [], 1))).toBeNull();
  });
});

const HOT_NS = 20_000;
const DRIVE_NS = 900_000;
const STEP_NS = 1;
const floors: Floor[] = [makeFloor({ hot_read: timedSide(HOT_NS, 1000, 4096) })];

const loopVerdicts = (job: JobResult, of: Floor[], clockStepNs: number) =>
  timedLoops(job).map((loop) => loopVerdict(job, loop, of, clockStepNs));

/** RND4K Q1T1 read; each loop took so long a call, timed or in batches. */
function job(loops: readonly number[], timing: 'each' | 'batched' = 'each'): JobResult {
  const base = makeJob(asIs('default'), 3, []);
  const passes = loops.map((ns, index) => {
    const read = timedSide(ns, 1000, 4096);
    return makePass({ loop: index + 1, timing, read: timing === 'each' ? read : { ...read, histogram: '' } });
  });
  return { ...base, passes };
}

describe('verdict', () => {
  it('is cached where all calls are like the hot floor', () => {
    expect(cacheVerdict(job([HOT_NS]), floors, STEP_NS)).toMatchObject({
      verdict: 'memory',
      share_from_memory: 1,
      why: 'split',
    });
  });
  it('is drive where none is', () => {
    expect(cacheVerdict(job([DRIVE_NS]), floors, STEP_NS)).toMatchObject({ verdict: 'drive', share_from_memory: 0 });
  });
  it('is mixed in between, and each loop tells for itself', () => {
    const both = job([DRIVE_NS, HOT_NS]);
    expect(cacheVerdict(both, floors, STEP_NS)).toMatchObject({ verdict: 'mixed', share_from_memory: 0.5 });
    expect(loopVerdicts(both, floors, STEP_NS).map((loop) => loop.verdict)).toEqual(['drive', 'memory']);
  });
  it.each([
    [4, 'drive'],
    [6, 'mixed'],
    [94, 'mixed'],
    [96, 'memory'],
  ])('with %i of 100 reads from memory is %s', (percent, verdict) => {
    const loops = Array.from({ length: 100 }, (_, index) => (index < percent ? HOT_NS : DRIVE_NS));
    expect(cacheVerdict(job(loops), floors, STEP_NS)).toMatchObject({ verdict });
  });
  it('does not count the warm-up', () => {
    const warmedJob = job([HOT_NS]);
    warmedJob.passes.push(makePass({ loop: 0, read: timedSide(DRIVE_NS, 1000, 4096) }));
    expect(cacheVerdict(warmedJob, floors, STEP_NS)).toMatchObject({ verdict: 'memory' });
  });
  it('is unknown without a floor of the same block size and number of workers', () => {
    const other = [makeFloor({ workers: 8 }), makeFloor({ block_bytes: 8192 })];
    expect(cacheVerdict(job([HOT_NS]), other, STEP_NS)).toMatchObject({ verdict: 'unknown', why: 'no_floor' });
    expect(loopVerdicts(job([HOT_NS]), other, STEP_NS)).toMatchObject([{ verdict: 'unknown', why: 'no_floor' }]);
  });
  describe('where calls were timed in a pass of their own', () => {
    function twice(headlineNs: number, timedNs: number): JobResult {
      const both = job([headlineNs], 'batched');
      both.passes.push(makePass({ kind: 'latency', read: timedSide(timedNs, 1000, 4096) }));
      return both;
    }
    const differ = { verdict: 'unknown', why: 'passes_differ' };

    it.each([DRIVE_NS, 2.1 * HOT_NS])('does not call a headline of %d ns cached because the next pass was', (ns) => {
      expect(cacheVerdict(twice(ns, HOT_NS), floors, STEP_NS)).toMatchObject(differ);
      expect(loopVerdicts(twice(ns, HOT_NS), floors, STEP_NS)).toMatchObject([differ]);
    });
    it.each([0.1, 0.25, 0.76])(
      'does not call a job cached of which %d was evicted while it rested, though its first pass left all in memory',
      (evicted) => {
        const headlineNs = evicted * DRIVE_NS + (1 - evicted) * HOT_NS;
        expect(cacheVerdict(twice(headlineNs, HOT_NS), floors, STEP_NS)).toMatchObject(differ);
      },
    );
    it('does not call a headline the drive because the next pass was', () => {
      expect(cacheVerdict(twice(HOT_NS, DRIVE_NS), floors, STEP_NS)).toMatchObject(differ);
    });
    it('allows for what timing each call costs, and for a busy moment', () => {
      expect(cacheVerdict(twice(0.6 * HOT_NS, HOT_NS), floors, STEP_NS)).toMatchObject({ verdict: 'memory' });
      expect(cacheVerdict(twice(1.4 * HOT_NS, HOT_NS), floors, STEP_NS)).toMatchObject({ verdict: 'memory' });
      expect(cacheVerdict(twice(1.8 * HOT_NS, HOT_NS), floors, STEP_NS, DRIVE_NS)).toMatchObject({ verdict: 'memory' });
    });
    it('does not call a headline cached that took as long as if 30 % had been evicted, at 1.65 of the next pass', () => {
      expect(cacheVerdict(twice(1.65 * HOT_NS, HOT_NS), floors, STEP_NS)).toMatchObject(differ);
    });
    it.each([3, 6, 9])('does not where a tenth waited for a drive that is known to be %d times slower', (times) => {
      const driveNs = times * HOT_NS;
      const headline = (share: number) => twice(share * driveNs + (1 - share) * HOT_NS, HOT_NS);
      expect(cacheVerdict(headline(0.11), floors, STEP_NS, driveNs)).toMatchObject(differ);
      const verdict = cacheVerdict(headline(0.05), floors, STEP_NS, driveNs);
      expect(verdict).toMatchObject({ verdict: 'memory', share_from_memory: 1 });
      expect(verdict?.low).toBeCloseTo(0.95);
    });
    it('does not call a headline the drive that was a good deal quicker than the next pass', () => {
      expect(cacheVerdict(twice(0.7 * DRIVE_NS, DRIVE_NS), floors, STEP_NS)).toMatchObject(differ);
      expect(cacheVerdict(twice(0.9 * DRIVE_NS, DRIVE_NS), floors, STEP_NS)).toMatchObject({ verdict: 'drive' });
    });
    it('keeps what holds all the more', () => {
      expect(cacheVerdict(twice(0.4 * HOT_NS, HOT_NS), floors, STEP_NS)).toMatchObject({ verdict: 'memory' });
      expect(cacheVerdict(twice(3 * DRIVE_NS, DRIVE_NS), floors, STEP_NS)).toMatchObject({ verdict: 'drive' });
    });
  });

  it('is not told from the first calls of many workers, which are late whatever they read', () => {
    const workers = 64;
    const many = [makeFloor({ workers, hot_read: timedSide(HOT_NS, 10_000, 4096) })];
    const calls = (loops: number, each: number): JobResult => {
      const passes = Array.from({ length: loops }, (_, index) =>
        makePass({ loop: index + 1, workers, read: timedSide(DRIVE_NS, each * workers, 4096) }),
      );
      return { ...job([]), workers, passes };
    };
    const few = { verdict: 'unknown', why: 'too_few_calls' };
    expect(cacheVerdict(calls(5, 1), many, STEP_NS)).toMatchObject(few);
    expect(cacheVerdict(calls(1, 3), many, STEP_NS)).toMatchObject(few);
    expect(cacheVerdict(calls(2, 2), many, STEP_NS)).toMatchObject({ verdict: 'drive' });
  });
  it('has nothing to say of writes', () => {
    const writeJob = makeJob(asIs('default'), 7, [1e9]);
    writeJob.passes.push(makePass({ kind: 'flush_each', write: makeSide() }));
    expect(cacheVerdict(writeJob, floors, STEP_NS)).toBeNull();
  });
  it('is cached in a window that keeps its files in memory, however long its calls take', () => {
    const slowFloors = [makeFloor({ hot_read: timedSide(166_000, 1000, 4096) })];
    const record = makeRecord();
    const slow = job([5_000_000]);
    const fill = { bytes: 1e9, elapsed_ns: 1e9, flush_ns: 1_000 };
    const inMemory = { ...record, result: { ...record.result, floors: slowFloors, fill, jobs: [slow] } };
    const onDrive = { ...inMemory, result: { ...inMemory.result, fill: { ...fill, flush_ns: 1e9 } } };
    expect(verdictInRecord(inMemory, slow)).toMatchObject({ verdict: 'memory', share_from_memory: 1 });
    expect(verdictInRecord(onDrive, slow)).toMatchObject({ verdict: 'drive' });
  });
  it('is the drive where the page cache was bypassed, however short the calls', () => {
    const record = makeRecord({ environment: { engine: 'node-direct' } });
    const expected = { verdict: 'drive', share_from_memory: 0, why: 'direct' };
    expect(verdictInRecord(record, job([1_000]))).toMatchObject(expected);
    expect(verdictInRecord(record, makeJob(asIs('default'), 7, [1e9]))).toBeNull();
  });
});
