import type { MetricValues } from '@opfsmark/schema/boards';
import { bucketOfValue, lowerMedian } from './buckets.ts';
import { cellKey, RUNS_KEY } from './cell.ts';

/** A machine's vote is the median of its last runs, this many: a thousand runs of one machine are one vote. */
export const RUNS_PER_VOTE = 5;

/** One run in a machine's vote. */
export type Ballot = readonly [createdMs: number, runId: string, bucket: number];
/** A machine's votes in one cut, by metric: its last runs, oldest first. */
export type Votes = Readonly<Record<string, readonly Ballot[]>>;

export interface VotingRun {
  readonly run_id: string;
  readonly created_ms: number;
  readonly metrics: MetricValues;
}

/** Adds a run to a machine's votes. Runs may come in any order: the last five by time and id stay. */
export function addRun(votes: Votes, run: VotingRun): Votes {
  const next: Record<string, readonly Ballot[]> = { ...votes };
  for (const [metric, { value }] of Object.entries(run.metrics)) {
    const ballots: Ballot[] = [...(votes[metric] ?? []), [run.created_ms, run.run_id, bucketOfValue(value)]];
    ballots.sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1));
    next[metric] = ballots.slice(-RUNS_PER_VOTE);
  }
  return next;
}

/** A machine's votes in one cut of one generation, before and after a change. */
export interface VoteChange {
  readonly generation: number;
  readonly cut: string;
  readonly before: Votes;
  readonly after: Votes;
  readonly runsBefore: number;
  readonly runsAfter: number;
  /** How often this row was written; 0 where it does not exist yet. */
  readonly version: number;
}

/** What a change of votes adds to one count of one cell. */
export type CellDelta = readonly [generation: number, cut: string, key: string, change: number];

export function cellDeltas({ generation, cut, before, after, runsBefore, runsAfter }: VoteChange): CellDelta[] {
  const changes = new Map<string, number>();
  const add = (key: string, by: number) => changes.set(key, (changes.get(key) ?? 0) + by);
  const addVotes = (votes: Votes, by: number) => {
    for (const [metric, ballots] of Object.entries(votes)) {
      const bucket = lowerMedian(ballots.map(([, , own]) => own));
      if (bucket !== null) add(cellKey(metric, bucket), by);
    }
  };
  addVotes(before, -1);
  addVotes(after, 1);
  add(RUNS_KEY, runsAfter - runsBefore);
  return [...changes].filter(([, change]) => change !== 0).map(([key, change]) => [generation, cut, key, change]);
}
