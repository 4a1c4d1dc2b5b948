import { METRIC_IDS, type MetricId, type MetricValues } from '@opfsmark/schema/boards';
import { bucketOfValue, lowerMedian } from './buckets.ts';
import { NO_PROVIDER, type SourceTag } from './policy.ts';
import { withoutUnusual, withUnusual } from './unusual.ts';

/** A machine's part in its network's vote is the median of its last runs, this many. */
export const RUNS_PER_MACHINE = 5;
/** Newest runs of a network in a cohort that its vote is made of: far more than a vote needs. */
export const RUNS_PER_VOTE = 200;

/** e: of runs that have waited, c: of runs that a moderator has confirmed, u: of unusual values that have waited longer. */
export type Standing = 'e' | 'c' | 'u';

export interface CountedRun {
  readonly run_id: string;
  readonly created_ms: number;
  readonly rig: string;
  readonly confirmed: number;
  readonly provider: SourceTag;
  readonly metrics: MetricValues;
  /** Which of its metrics were unusual when it was published: see `unusualSet`. */
  readonly unusual: string;
}

type Buckets = ReadonlyMap<MetricId, number>;

/** What a network says in a cohort: one value per metric. */
export interface NetworkVote<Run extends CountedRun = CountedRun> {
  readonly standing: Standing;
  readonly buckets: Buckets;
  /** The run nearest to the vote: it stands for the network. */
  readonly run: Run;
  readonly provider: SourceTag;
  readonly first_ms: number;
  readonly last_ms: number;
}

/** Until when a run must have come in to count at this moment. */
export interface Cutoffs {
  readonly usualMs: number;
  readonly unusualMs: number;
}

/**
 * The votes of a network's runs in one cohort: for each metric at most one. Machines of one network are one vote: the median
 * of theirs. Every run waits by itself, so that none is counted early because another one has waited. Where a moderator has
 * confirmed runs, they alone make the vote.
 *
 * @param runs newest first
 */
export function votesOf<Run extends CountedRun>(runs: readonly Run[], cutoffs: Cutoffs): NetworkVote<Run>[] {
  const confirmedRuns = runs.filter((run) => run.confirmed === 1);
  // A run may make its metrics from text each time they are asked for: a copy asks once.
  const newestOf = (list: readonly Run[], copy: (run: Run) => Run) => list.slice(0, RUNS_PER_VOTE).map(copy);
  if (confirmedRuns.length > 0) {
    const vote = voteOf(
      newestOf(confirmedRuns, (run) => ({ ...run })),
      'c',
    );
    return vote ? [vote] : [];
  }
  const countingRuns = runs.filter(
    ({ provider, created_ms }) => provider !== NO_PROVIDER && created_ms <= cutoffs.usualMs,
  );
  const unusualRuns = countingRuns.filter(
    ({ unusual, created_ms }) => unusual !== '' && created_ms <= cutoffs.unusualMs,
  );
  const usualVote = voteOf(newestOf(countingRuns, withoutUnusual), 'e');
  const unusualVote = voteOf(newestOf(unusualRuns, withUnusual), 'u', usualVote?.buckets);
  return [usualVote, unusualVote].filter((vote) => vote !== null);
}

/** @param votedBuckets metrics that the network has a vote for already */
function voteOf<Run extends CountedRun>(
  runs: readonly Run[],
  standing: Standing,
  votedBuckets?: Buckets,
): NetworkVote<Run> | null {
  const [newestRun, oldestRun] = [runs[0], runs.at(-1)];
  if (!newestRun || !oldestRun) return null;
  const rigs = [...Map.groupBy(runs, ({ rig }) => rig).values()];
  const buckets = new Map<MetricId, number>();
  for (const metric of METRIC_IDS) {
    if (votedBuckets?.has(metric)) continue;
    const ofRigs = rigs.flatMap((ofRig) => medianOf(ofRig, metric) ?? []);
    const bucket = lowerMedian(ofRigs);
    if (bucket !== null) buckets.set(metric, bucket);
  }
  return {
    standing,
    buckets,
    run: nearestRun(runs, newestRun, buckets),
    provider: newestRun.provider,
    first_ms: oldestRun.created_ms,
    last_ms: newestRun.created_ms,
  };
}

function medianOf(runs: readonly CountedRun[], metric: MetricId): number | null {
  const values = runs.flatMap(({ metrics }) => metrics[metric]?.value ?? []);
  return lowerMedian(values.slice(0, RUNS_PER_MACHINE).map(bucketOfValue));
}

function nearestRun<Run extends CountedRun>(runs: readonly Run[], newestRun: Run, buckets: Buckets): Run {
  const distance = ({ metrics }: CountedRun) =>
    [...buckets].reduce((sum, [metric, bucket]) => {
      const metricValue = metrics[metric];
      return sum + (metricValue ? Math.abs(bucketOfValue(metricValue.value) - bucket) : MISSING_BUCKETS);
    }, 0);
  return runs.reduce((best, run) => (distance(run) < distance(best) ? run : best), newestRun);
}

/** A run without a metric is farther from a vote than any that has it within a factor of seven. */
const MISSING_BUCKETS = 100;
