import { MIN_INTERVAL_VOTES } from '@opfsmark/schema/boards';

/**
 * Votes are counted in logarithmic buckets: bucket b stands for GAMMA^b and holds values within 1 % of it. Integer counts
 * add up exactly, so a vote can be taken back and a rebuilt cell is the same byte for byte.
 */
const GAMMA = 1.02;
const LOG_GAMMA = Math.log(GAMMA);

/** What is below or above stands in the outermost bucket: every number has one, and every bucket a finite value. */
const BUCKET_RANGE = { min: 1e-9, max: 1e18 } as const;

export function bucketOfValue(value: number): number {
  const within = Math.min(BUCKET_RANGE.max, Math.max(BUCKET_RANGE.min, value || 0));
  return Math.round(Math.log(within) / LOG_GAMMA);
}

export function valueOfBucket(bucket: number): number {
  return GAMMA ** bucket;
}

export type BucketCounts = ReadonlyMap<number, number>;

/** Counted buckets in ascending order. */
export type SortedBuckets = readonly (readonly [bucket: number, count: number])[];

export function sortBuckets(counts: BucketCounts): SortedBuckets {
  return [...counts].toSorted(([a], [b]) => a - b);
}

export function countVotes(counts: BucketCounts): number {
  return [...counts.values()].reduce((sum, n) => sum + n, 0);
}

/** The value of the vote with this rank, counted from 1 at the lowest. */
export function valueAtRank(sorted: SortedBuckets, rank: number): number {
  let seen = 0;
  for (const [bucket, n] of sorted) {
    seen += n;
    if (seen >= rank) return valueOfBucket(bucket);
  }
  return valueOfBucket(sorted.at(-1)?.[0] ?? 0);
}

/** The middle one of some buckets; the lower of two, so that it is always one of them. */
export function lowerMedian(buckets: readonly number[]): number | null {
  const sorted = buckets.toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? null;
}

export interface Estimate {
  /** The median. */
  readonly value: number;
  /** Its 95 % confidence interval, or the range of fewer than `MIN_INTERVAL_VOTES`. */
  readonly low: number;
  readonly high: number;
  readonly votes: number;
}

/** Half the width of a 95 % confidence interval, in standard deviations of a normal distribution. */
const Z_95 = 1.96;

/** Ranks (from 1) of the two values that bound the 95 % confidence interval of the median. */
export function medianRanks(n: number): readonly [low: number, high: number] {
  const low = n < MIN_INTERVAL_VOTES ? 1 : Math.max(1, Math.floor((n - Z_95 * Math.sqrt(n)) / 2));
  return [low, n + 1 - low];
}

/** Median and confidence interval of counted votes; `null` without votes. */
export function estimateMedian(counts: BucketCounts): Estimate | null {
  const votes = countVotes(counts);
  if (votes === 0) return null;
  const sorted = sortBuckets(counts);
  const [low, high] = medianRanks(votes);
  return {
    value: valueAtRank(sorted, Math.ceil(votes / 2)),
    low: valueAtRank(sorted, low),
    high: valueAtRank(sorted, high),
    votes,
  };
}
