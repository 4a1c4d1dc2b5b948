import {
  BUCKET_COUNT,
  bucketLowerNs,
  bucketOf,
  bucketValueNs,
  decodeHistogram,
  mergeCounts,
  percentileBucket,
} from '../documents/histogram.ts';
import type { Pass } from '../documents/pass.ts';
import { median } from '../documents/stats.ts';

/** A call that takes so many times the median of its kind stalled: something stood still, in the drive or beside it. */
const STALLED = 20;
/** More calls than these are no stalls: where memory answers most reads, those of the drive take as long. */
const MAX_STALLED = 0.05;
/** A loop that has fewer calls outside of stalls than this share of the others' says nothing of what those take. */
const MIN_CALLS_SHARE = 0.5;
/** Of fewer loops none is left out. */
const MIN_LOOPS = 3;

/** The calls that stalled, of all that a figure is made of. */
export interface Stalls {
  readonly calls: number;
  readonly of: number;
  /** The shortest of them took at least so long. */
  readonly min_ns: number;
  /** 0..1 of the time inside calls. */
  readonly time_share: number;
}

/** One loop without the calls that stalled. */
export interface CalmLoop {
  readonly pass: Pass;
  /** 0..1 of its calls, and of the time inside them. */
  readonly callShare: number;
  readonly timeShare: number;
  readonly calls: number;
}

export interface CalmLoops {
  readonly loops: readonly CalmLoop[];
  readonly stalls: Stalls | null;
}

const whole = (pass: Pass): CalmLoop => ({ pass, callShare: 1, timeShare: 1, calls: 0 });

/** Loops as they are. */
export const wholeLoops = (passes: readonly Pass[]): CalmLoops => ({ loops: passes.map(whole), stalls: null });

/** Calls and their time by the histogram, in buckets of a range: a verdict asks for hundreds, and needs no copy of any. */
function amountIn(
  counts: readonly number[],
  from = 0,
  to = BUCKET_COUNT,
): { readonly calls: number; readonly ns: number } {
  let [calls, ns] = [0, 0];
  for (let bucket = from; bucket < Math.min(to, counts.length); bucket++) {
    const count = counts[bucket] ?? 0;
    if (count === 0) continue;
    calls += count;
    ns += count * bucketValueNs(bucket);
  }
  return { calls, ns };
}

/** @param limit the first bucket of calls that stalled */
function calmLoop(pass: Pass, counts: readonly number[], limit: number): CalmLoop {
  const [all, calm] = [amountIn(counts), amountIn(counts, 0, limit)];
  if (all.calls === calm.calls) return { ...whole(pass), calls: all.calls };
  return { pass, callShare: calm.calls / all.calls, timeShare: calm.ns / all.ns, calls: calm.calls };
}

/** The first bucket that begins at a time or later; `BUCKET_COUNT` where none does. */
function firstBucketFrom(ns: number): number {
  const bucket = bucketOf(Math.ceil(ns));
  return bucketLowerNs(bucket) >= ns ? bucket : bucket + 1;
}

/**
 * The loops of calls that do not depend on each other, without those that stalled: these are told beside the figure. A loop
 * in which hardly a call did not stall is left out. Passes whose calls were not timed one by one stay as they are.
 */
export function withoutStalls(passes: readonly Pass[]): CalmLoops {
  if (passes.some(({ timing }) => timing !== 'each')) return wholeLoops(passes);
  const counts = passes.map(({ read, write }) => decodeHistogram((read ?? write)?.histogram ?? '') ?? []);
  const allCounts = mergeCounts(counts);
  const { calls: of, ns: ofNs } = amountIn(allCounts);
  if (of === 0) return wholeLoops(passes);
  const limit = firstBucketFrom(STALLED * bucketValueNs(percentileBucket(allCounts, 0.5)));
  const calmLoops = passes.map((pass, i) => calmLoop(pass, counts[i] ?? [], limit));
  const usual = median(calmLoops.map(({ calls }) => calls));
  const loops = calmLoops.filter(({ calls }) => calls > 0 && calls >= MIN_CALLS_SHARE * usual);
  const { calls, ns } = amountIn(allCounts, limit);
  if (calls === 0 || calls > MAX_STALLED * of || loops.length < Math.min(MIN_LOOPS, passes.length))
    return wholeLoops(passes);
  const min_ns = bucketLowerNs(allCounts.findIndex((count, bucket) => bucket >= limit && count > 0));
  return { loops, stalls: { calls, of, min_ns, time_share: ns / ofNs } };
}
