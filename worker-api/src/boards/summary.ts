import type { CellSummary } from '@opfsmark/schema/api';
import { METRIC_IDS, metricOf } from '@opfsmark/schema/boards';
import { estimateMedian, valueAtRank, valueOfBucket } from './buckets.ts';
import type { Cohort } from './cohort.ts';

/** Percentiles of a cohort, metric by metric; none of what is not confirmed. */
export function summarizeCohort(cohort: Cohort | null | undefined): CellSummary[] {
  return METRIC_IDS.flatMap((metric) => {
    const counts = cohort?.metrics[metric]?.counts;
    const estimate = counts && estimateMedian(new Map(counts));
    if (!estimate) return [];
    const { unit, better } = metricOf(metric);
    const percentile = (fraction: number) => valueAtRank(counts, Math.max(1, Math.ceil(fraction * estimate.votes)));
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
        buckets: counts.map(([bucket, count]) => ({ value: valueOfBucket(bucket), count })),
      },
    ];
  });
}
