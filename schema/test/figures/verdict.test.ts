import { describe, expect, it } from 'vitest';
import type { Floor, JobResult } from '../../src/documents/index.ts';
import { verdictInRecord } from '../../src/families/index.ts';
import { cacheVerdict, loopVerdict, timedLoops } from '../../src/figures/index.ts';
import { asIs, makeFloor, makeJob, makePass, makeRecord, makeSide, timedSide } from '../../test-support/record.ts';

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
      verdict: 'cached',
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
    expect(loopVerdicts(both, floors, STEP_NS).map((loop) => loop.verdict)).toEqual(['drive', 'cached']);
  });
  it('does not count the warm-up', () => {
    const warmed = job([HOT_NS]);
    warmed.passes.push(makePass({ loop: 0, read: timedSide(DRIVE_NS, 1000, 4096) }));
    expect(cacheVerdict(warmed, floors, STEP_NS)).toMatchObject({ verdict: 'cached' });
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
      expect(cacheVerdict(twice(0.6 * HOT_NS, HOT_NS), floors, STEP_NS)).toMatchObject({ verdict: 'cached' });
      expect(cacheVerdict(twice(1.4 * HOT_NS, HOT_NS), floors, STEP_NS)).toMatchObject({ verdict: 'cached' });
      expect(cacheVerdict(twice(1.8 * HOT_NS, HOT_NS), floors, STEP_NS, DRIVE_NS)).toMatchObject({ verdict: 'cached' });
    });
    it('does not call a headline cached that took as long as if 30 % had been evicted, at 1.65 of the next pass', () => {
      expect(cacheVerdict(twice(1.65 * HOT_NS, HOT_NS), floors, STEP_NS)).toMatchObject(differ);
    });
    it.each([3, 6, 9])('does not where a tenth waited for a drive that is known to be %d times slower', (times) => {
      const driveNs = times * HOT_NS;
      const headline = (share: number) => twice(share * driveNs + (1 - share) * HOT_NS, HOT_NS);
      expect(cacheVerdict(headline(0.11), floors, STEP_NS, driveNs)).toMatchObject(differ);
      const told = cacheVerdict(headline(0.05), floors, STEP_NS, driveNs);
      expect(told).toMatchObject({ verdict: 'cached', share_from_memory: 1 });
      expect(told?.low).toBeCloseTo(0.95);
    });
    it('does not call a headline the drive that was a good deal quicker than the next pass', () => {
      expect(cacheVerdict(twice(0.7 * DRIVE_NS, DRIVE_NS), floors, STEP_NS)).toMatchObject(differ);
      expect(cacheVerdict(twice(0.9 * DRIVE_NS, DRIVE_NS), floors, STEP_NS)).toMatchObject({ verdict: 'drive' });
    });
    it('keeps what holds all the more', () => {
      expect(cacheVerdict(twice(0.4 * HOT_NS, HOT_NS), floors, STEP_NS)).toMatchObject({ verdict: 'cached' });
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
    const written = makeJob(asIs('default'), 7, [1e9]);
    written.passes.push(makePass({ kind: 'flush_each', write: makeSide() }));
    expect(cacheVerdict(written, floors, STEP_NS)).toBeNull();
  });
  it('is cached in a window that keeps its files in memory, however long its calls take', () => {
    const slowFloors = [makeFloor({ hot_read: timedSide(166_000, 1000, 4096) })];
    const record = makeRecord();
    const slow = job([5_000_000]);
    const fill = { bytes: 1e9, elapsed_ns: 1e9, flush_ns: 1_000 };
    const inMemory = { ...record, result: { ...record.result, floors: slowFloors, fill, jobs: [slow] } };
    const onDrive = { ...inMemory, result: { ...inMemory.result, fill: { ...fill, flush_ns: 1e9 } } };
    expect(verdictInRecord(inMemory, slow)).toMatchObject({ verdict: 'cached', share_from_memory: 1 });
    expect(verdictInRecord(onDrive, slow)).toMatchObject({ verdict: 'drive' });
  });
  it('is the drive where the page cache was bypassed, however short the calls', () => {
    const record = makeRecord({ environment: { engine: 'node-direct' } });
    const told = { verdict: 'drive', share_from_memory: 0, why: 'direct' };
    expect(verdictInRecord(record, job([1_000]))).toMatchObject(told);
    expect(verdictInRecord(record, makeJob(asIs('default'), 7, [1e9]))).toBeNull();
  });
});
