import { METRIC_IDS, metricOf, type BoardRow, type MetricId } from '@opfsmark/schema/boards';
import { bucketOfValue, estimateMedian } from './buckets.ts';
import type { Line, VotingRun } from './lines.ts';
import type { RankNeeds } from './policy.ts';
import { countedVotes, type CountedVotes } from './ranked.ts';

/** A board's row without what depends on its neighbours. */
export type StoredRow = Omit<BoardRow, 'key' | 'rank' | 'tied'>;

/** One entry of one board, as it is stored. */
export interface Entry {
  readonly board_id: string;
  /** Ascends from best to worst. */
  readonly sort: number;
  readonly subject: string;
  readonly row: StoredRow;
}

/** The entries of a line on all its boards: only what is ranked. */
export function entriesOf(line: Line, runs: ReadonlyMap<string, VotingRun>, policy: RankNeeds): Entry[] {
  if (!line.mayRank) return [];
  return METRIC_IDS.flatMap((metric) => {
    const counted = countedVotes(line.cell, metric, policy);
    const estimate = counted && estimateMedian(counted.counts);
    const typical = estimate && typicalRun(line, metric, bucketOfValue(estimate.value), counted, runs);
    if (!estimate || !typical) return [];
    const row: StoredRow = {
      subject: line.shown,
      filesystem: line.filesystem,
      value: estimate.value,
      low: estimate.low,
      high: estimate.high,
      p99_ns: typical.p99_ns,
      ...(typical.ceiling === undefined ? {} : { ceiling: typical.ceiling }),
      networks: estimate.votes,
      runs: line.cell?.runs ?? 0,
      run_id: typical.run_id,
    };
    return line.boards(metric).map((board_id) => ({
      board_id,
      sort: metricOf(metric).better === 'lower' ? estimate.value : -estimate.value,
      subject: line.subject,
      row,
    }));
  });
}

/** Of the votes that count, the run of the one nearest to the median: it gives the row its 99th percentile and its link. */
function typicalRun(
  line: Line,
  metric: MetricId,
  median: number,
  { standings }: CountedVotes,
  runs: ReadonlyMap<string, VotingRun>,
) {
  const near = line.votes
    .filter(({ standing }) => standings.has(standing))
    .flatMap(({ run_id, buckets }) => {
      const bucket = buckets.get(metric);
      const own = runs.get(run_id)?.metrics[metric];
      return bucket === undefined || !own ? [] : [{ run_id, ...own, distance: Math.abs(bucket - median) }];
    });
  return near.toSorted((a, b) => a.distance - b.distance)[0] ?? null;
}
