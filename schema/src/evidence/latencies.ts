import { bucketLowerNs, eachBucket } from '../documents/histogram.ts';
import type { Side } from '../documents/pass.ts';

/** The error that floating point makes in a multiple. */
const TOLERANCE_NS = 1;

export const isMultiple = (ns: number, quantumNs: number) => {
  const remainder = ns % quantumNs;
  return remainder <= TOLERANCE_NS || quantumNs - remainder <= TOLERANCE_NS;
};

/** Whether a bucket holds a latency that a clock with this step can show. */
function holdsMultiple(bucket: number, quantumNs: number): boolean {
  const lowerNs = bucketLowerNs(bucket);
  const upperNs = bucketLowerNs(bucket + 1);
  return Math.ceil((lowerNs - TOLERANCE_NS) / quantumNs) * quantumNs < upperNs + TOLERANCE_NS;
}

/** Whether all latencies of counted calls are such as a clock with this step shows. */
export function isOfClock(histogram: string, quantumNs: number): boolean {
  let isOf = true;
  eachBucket(histogram, (bucket) => (isOf &&= holdsMultiple(bucket, quantumNs)));
  return isOf;
}

/** The same of a side: its extremes and its sum are multiples of the step, too. */
export function isSideOfClock(side: Side, quantumNs: number): boolean {
  return (
    [side.min_ns, side.max_ns, side.busy_ns].every((ns) => isMultiple(ns, quantumNs)) &&
    isOfClock(side.histogram, quantumNs)
  );
}

/** Two histograms with this many calls in this many buckets are never identical. */
const DISTINCT = { calls: 200, buckets: 8 } as const;

function hasEnoughCalls(histogram: string): boolean {
  let [calls, buckets] = [0, 0];
  eachBucket(histogram, (_, n) => {
    calls += n;
    buckets++;
  });
  return calls >= DISTINCT.calls && buckets >= DISTINCT.buckets;
}

/** Whether two of some histograms with enough calls to tell are the same to the last call. */
export function hasCopies(histograms: readonly string[]): boolean {
  const seenTexts = new Set<string>();
  return histograms.some((text) => {
    const isCopy = seenTexts.has(text);
    seenTexts.add(text);
    return isCopy && hasEnoughCalls(text);
  });
}
