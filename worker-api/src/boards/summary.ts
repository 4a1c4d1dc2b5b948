import type { CellSummary } from '@opfsmark/schema/api';
import { boardBetter, boardUnit } from '@opfsmark/schema/families';
import { estimateMedian, sortBuckets, valueAtRank, valueOfBucket } from './buckets.ts';
import type { Cell } from './cell.ts';

/** Percentiles of a cell, metric by metric. */
export function summarizeCell(cell: Cell | undefined): CellSummary[] {
  return [...(cell?.votes ?? [])].flatMap(([metric, counts]) => {
    const estimate = estimateMedian(counts);
    if (!estimate) return [];
    const sorted = sortBuckets(counts);
    const percentile = (fraction: number) => valueAtRank(sorted, Math.max(1, Math.ceil(fraction * estimate.votes)));
    return [
      {
        metric,
        unit: boardUnit(metric),
        better: boardBetter(metric),
        rigs: estimate.votes,
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
