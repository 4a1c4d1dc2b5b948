import { METRIC_IDS, type MetricId, type MetricValues } from '@opfsmark/schema/boards';
import { bucketOfValue, lowerMedian } from './buckets.ts';

/** A machine's part in its network's vote is the median of its last runs, this many. */
export const RUNS_PER_MACHINE = 5;
/** Newest runs of a network in a cohort that its vote is made of: far more than a vote needs. */
export const RUNS_PER_VOTE = 200;

/** n: newer than the waiting time, e: established, c: confirmed by a moderator. */
export type Standing = 'n' | 'e' | 'c';

export interface CountedRun {
  readonly run_id: string;
  readonly created_ms: number;
  readonly rig: string;
  readonly confirmed: number;
  readonly metrics: MetricValues;
}

type Buckets = ReadonlyMap<MetricId, number>;

/** The one vote of a network in a cohort. */
export interface NetworkVote {
  readonly standing: Standing;
  readonly buckets: Buckets;
  /** The run nearest to the vote: it stands for the network. */
  readonly run_id: string;
  readonly first_ms: number;
  readonly last_ms: number;
  readonly runs: number;
}

/**
 * The vote of a network's runs in one cohort, `null` without runs. Machines of one network are one vote: the median of
 * theirs. Where a moderator has confirmed runs, they alone make the vote.
 *
 * @param runs newest first
 * @param establishedMs votes that began before are established
 */
export function voteOf(runs: readonly CountedRun[], establishedMs: number): NetworkVote | null {
  const confirmed = runs.filter((run) => run.confirmed === 1);
  const own = confirmed.length > 0 ? confirmed : runs;
  const [newest, oldest] = [own[0], own.at(-1)];
  if (!newest || !oldest) return null;
  const rigs = [...Map.groupBy(own, ({ rig }) => rig).values()];
  const buckets = new Map<MetricId, number>();
  for (const metric of METRIC_IDS) {
    const ofRigs = rigs.flatMap((ofRig) => medianOf(ofRig, metric) ?? []);
    const bucket = lowerMedian(ofRigs);
    if (bucket !== null) buckets.set(metric, bucket);
  }
  return {
    standing: confirmed.length > 0 ? 'c' : oldest.created_ms <= establishedMs ? 'e' : 'n',
    buckets,
    run_id: nearestRun(own, buckets).run_id,
    first_ms: oldest.created_ms,
    last_ms: newest.created_ms,
    runs: own.length,
  };
}

function medianOf(runs: readonly CountedRun[], metric: MetricId): number | null {
  const values = runs.flatMap(({ metrics }) => metrics[metric]?.value ?? []);
  return lowerMedian(values.slice(0, RUNS_PER_MACHINE).map(bucketOfValue));
}

function nearestRun(runs: readonly CountedRun[], buckets: Buckets): CountedRun {
  const distance = ({ metrics }: CountedRun) =>
    [...buckets].reduce((sum, [metric, bucket]) => {
      const own = metrics[metric];
      return sum + (own ? Math.abs(bucketOfValue(own.value) - bucket) : MISSING_BUCKETS);
    }, 0);
  return runs.reduce((best, run) => (distance(run) < distance(best) ? run : best));
}

/** A run without a metric is farther from a vote than any that has it within a factor of seven. */
const MISSING_BUCKETS = 100;
