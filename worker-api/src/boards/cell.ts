import { METRIC_IDS, type MetricId } from '@opfsmark/schema/boards';
import type { BucketCounts } from './buckets.ts';

const DAY_MS = 86_400_000;
/** Days are kept as their remainder, so that a cell stays small: it may take two days for one, never one for two. */
const DAYS_KEPT = 64;

/** Votes of one metric, by standing. */
export interface MetricVotes {
  readonly all: BucketCounts;
  /** Confirmed ones among them. */
  readonly established: BucketCounts;
  readonly confirmed: BucketCounts;
}

/** Votes of one cut. */
export interface Cell {
  readonly votes: ReadonlyMap<string, MetricVotes>;
  /** Different days on which networks voted first or last. */
  readonly days: number;
  /** Runs behind the votes. */
  readonly runs: number;
}

/** Key of the number of runs among the counts of votes. */
export const RUNS_KEY = '/runs';
const DAY_KEY = '/day/';

/** A metric is its place in `METRIC_IDS`: names would be most of a cell. */
export function cellKey(metric: MetricId, bucket: number, standing: 'n' | 'e' | 'c'): string {
  return `${METRIC_IDS.indexOf(metric)}/${bucket}/${standing}`;
}

export function dayKeyOf(ms: number): string {
  return `${DAY_KEY}${Math.floor(ms / DAY_MS) % DAYS_KEPT}`;
}

function emptyVotes(): Record<keyof MetricVotes, Map<number, number>> {
  return {
    all: new Map<number, number>(),
    established: new Map<number, number>(),
    confirmed: new Map<number, number>(),
  };
}

/** @param counts JSON as `cell.counts` holds it */
export function parseCell(counts: string): Cell {
  const votes = new Map<string, Record<keyof MetricVotes, Map<number, number>>>();
  let runs = 0;
  let days = 0;
  for (const [key, n] of Object.entries(JSON.parse(counts) as Record<string, number>)) {
    if (key === RUNS_KEY) runs = n;
    else if (key.startsWith(DAY_KEY)) days++;
    else {
      const [index = '', text = '', standing] = key.split('/');
      const metric = METRIC_IDS[Number(index)] ?? '';
      const own = votes.get(metric) ?? emptyVotes();
      const bucket = Number(text);
      const add = (counted: Map<number, number>) => counted.set(bucket, (counted.get(bucket) ?? 0) + n);
      add(own.all);
      if (standing !== 'n') add(own.established);
      if (standing === 'c') add(own.confirmed);
      votes.set(metric, own);
    }
  }
  return { votes, days, runs };
}
