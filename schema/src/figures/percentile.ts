import { percentileNs, totalCount, type Counts } from '../documents/histogram.ts';

/** So many calls must lie beyond a percentile: fewer are single events. */
const MIN_CALLS_BEYOND = 10;

/** Whether a percentile rests on enough calls to be shown: p99 on 1,000, p99.9 on 10,000. */
export function hasEvidence(fraction: number, calls: number): boolean {
  return Math.round(calls * (1 - fraction) * 1e6) / 1e6 >= MIN_CALLS_BEYOND;
}

/** Percentile in ns (nearest rank, at most 1/64 off); `null` where fewer than ten calls lie beyond it. */
export function evidentPercentileNs(counts: Counts, fraction: number): number | null {
  return hasEvidence(fraction, totalCount(counts)) ? percentileNs(counts, fraction) : null;
}
