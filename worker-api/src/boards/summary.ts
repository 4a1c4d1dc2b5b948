import { boardBetter, boardUnit, type CellSummary } from '@opfsmark/schema';
import type { Cell } from '../store/cells.ts';
import { estimateOf, valueOfBucket } from './buckets.ts';

/** What a cell knows, metric by metric: one row read, whatever stands in it. */
export function summarise(cell: Cell | undefined): CellSummary[] {
  return [...(cell?.votes ?? [])].flatMap(([metric, counts]) => {
    const estimate = estimateOf(counts);
    if (!estimate) return [];
    const sorted = [...counts].toSorted(([a], [b]) => a - b);
    const at = (fraction: number): number => {
      let left = Math.max(1, Math.ceil(fraction * estimate.votes));
      for (const [bucket, n] of sorted) {
        left -= n;
        if (left <= 0) return valueOfBucket(bucket);
      }
      return estimate.high;
    };
    return [
      {
        metric,
        unit: boardUnit(metric),
        better: boardBetter(metric),
        rigs: estimate.votes,
        p5: at(0.05),
        p25: at(0.25),
        p50: at(0.5),
        p75: at(0.75),
        p95: at(0.95),
        low: estimate.low,
        high: estimate.high,
        buckets: sorted.map(([bucket, count]) => ({ value: valueOfBucket(bucket), count })),
      },
    ];
  });
}
