import type { BucketCounts } from './buckets.ts';

/** Votes of one cut. */
export interface Cell {
  /** By metric, then by bucket. */
  readonly votes: ReadonlyMap<string, BucketCounts>;
  /** Runs of the machines that voted. */
  readonly runs: number;
}

/** Key of the number of runs among the counts of votes. */
export const RUNS_KEY = '/runs';

export function cellKey(metric: string, bucket: number): string {
  return `${metric}/${bucket}`;
}

/** @param counts JSON as `cell.counts` holds it */
export function parseCell(counts: string): Cell {
  const votes = new Map<string, Map<number, number>>();
  let runs = 0;
  for (const [key, n] of Object.entries(JSON.parse(counts) as Record<string, number>)) {
    if (key === RUNS_KEY) {
      runs = n;
      continue;
    }
    const [metric = '', bucket = ''] = key.split('/');
    const buckets = votes.get(metric) ?? new Map<number, number>();
    buckets.set(Number(bucket), n);
    votes.set(metric, buckets);
  }
  return { votes, runs };
}
