import type { CellSummary } from '@opfsmark/schema/api';
import { METRIC_IDS, metricOf } from '@opfsmark/schema/boards';
import { estimateMedian, sortBuckets, valueAtRank, valueOfBucket } from './buckets.ts';
import type { Cell } from './cell.ts';
import type { RankNeeds } from './policy.ts';
import { countedVotes } from './ranked.ts';

/** Percentiles of a cell, metric by metric; none of what is not confirmed. */
export function summarizeCell(cell: Cell | undefined, policy: RankNeeds): CellSummary[] {
  return METRIC_IDS.flatMap((metric) => {
    const counts = countedVotes(cell, metric, policy)?.counts;
    const estimate = counts && estimateMedian(counts);
    if (!estimate) return [];
    const { unit, better } = metricOf(metric);
    const sorted = sortBuckets(counts);
    const percentile = (fraction: number) => valueAtRank(sorted, Math.max(1, Math.ceil(fraction * estimate.votes)));
    return [
      {
        metric,
        unit,
        better,
        networks: estimate.votes,
        p5: percentile(0.05),
        p25: percentile(0.25),
        p50: percentile(0.5),
        p75: percentile(0.75),
        p95: percentile(0.95),
        low: estimate.low,
        high: estimate.high,
        buckets: sorted.map(([bucket, count]) => ({ value: valueOfBucket(bucket), count })),
      },
    ];
  });
}
