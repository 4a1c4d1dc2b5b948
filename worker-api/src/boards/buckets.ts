/**
 * Votes are counted in logarithmic buckets: bucket b stands for GAMMA^b and holds what lies within 1 % of it. Integer
 * counts add up exactly, so a vote can be taken back and cells can be rebuilt byte by byte.
 */
export const GAMMA = 1.02;
const LOG_GAMMA = Math.log(GAMMA);

export function bucketOfValue(value: number): number {
  return Math.round(Math.log(value) / LOG_GAMMA);
}

export function valueOfBucket(bucket: number): number {
  return GAMMA ** bucket;
}

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly votes: number;
}

/** Two standard deviations of a fair coin: the ranks between which the median lies in 95 of 100 cases. */
const Z_95 = 1.96;

/** Ranks (from 1) of the order statistics that enclose the median; all there is below six values. */
export function medianRanks(n: number): readonly [low: number, high: number] {
  const low = n < 6 ? 1 : Math.max(1, Math.floor((n - Z_95 * Math.sqrt(n)) / 2));
  return [low, n + 1 - low];
}

/** Median and its interval of counts by bucket; `null` without votes. */
export function estimateOf(counts: ReadonlyMap<number, number>): Estimate | null {
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  const votes = sorted.reduce((sum, [, n]) => sum + n, 0);
  if (votes === 0) return null;
  const at = (rank: number): number => {
    let seen = 0;
    for (const [bucket, n] of sorted) {
      seen += n;
      if (seen >= rank) return bucket;
    }
    return sorted.at(-1)?.[0] ?? 0;
  };
  const [low, high] = medianRanks(votes);
  return {
    value: valueOfBucket(at(Math.ceil(votes / 2))),
    low: valueOfBucket(at(low)),
    high: valueOfBucket(at(high)),
    votes,
  };
}
