import { RUNS_KEY } from '../store/cells.ts';
import { bucketOfValue } from './buckets.ts';
import type { Metrics } from './metrics.ts';

/** A machine's vote is the median of so many of its last runs: a thousand runs of one machine are one vote. */
export const VOTE_RUNS = 5;

/** One run in a machine's vote. */
export type Ballot = readonly [createdMs: number, runId: string, bucket: number];
/** What a machine says in one cut, by metric: its last runs, oldest first. */
export type Votes = Readonly<Record<string, readonly Ballot[]>>;

export interface VotingRun {
  readonly run_id: string;
  readonly created_ms: number;
  readonly metrics: Metrics;
}

/** The order in which runs are added does not matter: the last five by time and id stay. */
export function addRun(votes: Votes, run: VotingRun): Votes {
  const next: Record<string, readonly Ballot[]> = { ...votes };
  for (const [metric, [value]] of Object.entries(run.metrics)) {
    const ballots: Ballot[] = [...(votes[metric] ?? []), [run.created_ms, run.run_id, bucketOfValue(value)]];
    ballots.sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1));
    next[metric] = ballots.slice(-VOTE_RUNS);
  }
  return next;
}

/** The lower median, so that a vote is a bucket that was seen. */
export function bucketOfVote(ballots: readonly Ballot[]): number | null {
  const sorted = ballots.map(([, , bucket]) => bucket).toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? null;
}

export type Delta = readonly [key: string, change: number];

/** What changes in a cell when a machine's votes change. */
export function cellDeltas(before: Votes, after: Votes, runsMore: number): Delta[] {
  const changes = new Map<string, number>();
  const count = (votes: Votes, by: number) => {
    for (const [metric, ballots] of Object.entries(votes)) {
      const bucket = bucketOfVote(ballots);
      if (bucket === null) continue;
      const key = `${metric}/${bucket}`;
      changes.set(key, (changes.get(key) ?? 0) + by);
    }
  };
  count(before, -1);
  count(after, 1);
  if (runsMore !== 0) changes.set(RUNS_KEY, runsMore);
  return [...changes].filter(([, change]) => change !== 0);
}
