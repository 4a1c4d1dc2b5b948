import {
  bucketLowerNs,
  bucketValueNs,
  decodeHistogram,
  mergeCounts,
  percentileBucket,
} from '../documents/histogram.ts';
import type { Pass } from '../documents/pass.ts';
import { median, sum } from '../documents/stats.ts';

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

/** What the calls took, as the histogram has it. */
const timeOf = (counts: readonly number[]) =>
  sum(counts.map((count, bucket) => (count === 0 ? 0 : count * bucketValueNs(bucket))));

function calmLoop(pass: Pass, counts: readonly number[], limitNs: number): CalmLoop {
  const calmCounts = counts.map((count, bucket) => (bucketLowerNs(bucket) < limitNs ? count : 0));
  const [calls, calmCalls] = [sum(counts), sum(calmCounts)];
  if (calls === calmCalls) return { ...whole(pass), calls };
  return { pass, callShare: calmCalls / calls, timeShare: timeOf(calmCounts) / timeOf(counts), calls: calmCalls };
}

/**
 * The loops of calls that do not depend on each other, without those that stalled: these are told beside the figure. A loop
 * in which hardly a call did not stall is left out. Passes whose calls were not timed one by one stay as they are.
 */
export function withoutStalls(passes: readonly Pass[]): CalmLoops {
  const counts = passes.map(({ read, write }) => decodeHistogram((read ?? write)?.histogram ?? '') ?? []);
  const allCounts = mergeCounts(counts);
  const of = sum(allCounts);
  if (of === 0 || passes.some(({ timing }) => timing !== 'each')) return wholeLoops(passes);
  const limitNs = STALLED * bucketValueNs(percentileBucket(allCounts, 0.5));
  const calmLoops = passes.map((pass, i) => calmLoop(pass, counts[i] ?? [], limitNs));
  const usual = median(calmLoops.map(({ calls }) => calls));
  const loops = calmLoops.filter(({ calls }) => calls > 0 && calls >= MIN_CALLS_SHARE * usual);
  const stalledCounts = allCounts.map((count, bucket) => (bucketLowerNs(bucket) < limitNs ? 0 : count));
  const calls = sum(stalledCounts);
  if (calls === 0 || calls > MAX_STALLED * of || loops.length < Math.min(MIN_LOOPS, passes.length))
    return wholeLoops(passes);
  const min_ns = bucketLowerNs(stalledCounts.findIndex((count) => count > 0));
  return { loops, stalls: { calls, of, min_ns, time_share: timeOf(stalledCounts) / timeOf(allCounts) } };
}
