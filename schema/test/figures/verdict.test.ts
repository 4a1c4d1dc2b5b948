import { describe, expect, it } from 'vitest';
import type { Floor, JobResult } from '../../src/documents/index.ts';
import { planOf } from '../../src/families/index.ts';
import { cacheVerdict, loopVerdicts } from '../../src/figures/index.ts';
import { makeFloor, makeJob, makePass, makeSide, timedSide } from '../make-record.ts';

const HOT_NS = 20_000;
const DRIVE_NS = 900_000;
const STEP_NS = 1;
const floors: Floor[] = [makeFloor({ hot_read: timedSide(HOT_NS, 1000, 4096) })];

/** RND4K Q1T1 read; each loop took so long a call, timed or in batches. */
function job(loops: readonly number[], timing: 'each' | 'batched' = 'each'): JobResult {
  const base = makeJob(planOf('default'), 3, []);
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
  it('is device where none is', () => {
    expect(cacheVerdict(job([DRIVE_NS]), floors, STEP_NS)).toMatchObject({ verdict: 'device', share_from_memory: 0 });
  });
  it('is mixed in between, and each loop tells for itself', () => {
    const both = job([DRIVE_NS, HOT_NS]);
    expect(cacheVerdict(both, floors, STEP_NS)).toMatchObject({ verdict: 'mixed', share_from_memory: 0.5 });
    expect(loopVerdicts(both, floors, STEP_NS).map((loop) => loop.verdict)).toEqual(['device', 'cached']);
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
  it('does not judge the headline by latency passes that found the file in another state', () => {
    const split = job([DRIVE_NS], 'batched');
    split.passes.push(makePass({ kind: 'latency', read: timedSide(HOT_NS, 1000, 4096) }));
    expect(cacheVerdict(split, floors, STEP_NS)).toMatchObject({ verdict: 'unknown', why: 'passes_differ' });
  });
  it('has nothing to say of writes', () => {
    const written = makeJob(planOf('default'), 7, [1e9]);
    written.passes.push(makePass({ kind: 'flush_each', write: makeSide() }));
    expect(cacheVerdict(written, floors, STEP_NS)).toBeNull();
  });
});
