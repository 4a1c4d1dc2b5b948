import { metricOf, type MetricId, type MetricValues } from '@opfsmark/schema/boards';
import { bucketOfValue } from './buckets.ts';

/** Fewer networks than this own no bounds: the first few must not lock out others. */
const OUTLIER_MIN_NETWORKS = 8;
/** The outer tenths are not trusted. */
const TRIMMED = 0.1;
/** How far beyond the others a value must lie: a factor of three, and six with the fewest networks. */
const MIN_FACTOR = 3;

/**
 * Whether a run is far better than the runs of other networks with the same device, system, browser and flush. Slower runs
 * are never held: a slower drive is likely, and one vote moves a median by one vote at most.
 *
 * @param peers one run per other network
 */
export function isOutlier(metrics: MetricValues, peers: readonly MetricValues[]): boolean {
  return Object.entries(metrics).some(([metric, { value }]) =>
    liesOutside(
      metric as MetricId,
      value,
      peers.flatMap((peer) => peer[metric as MetricId]?.value ?? []),
    ),
  );
}

function liesOutside(metric: MetricId, value: number, others: readonly number[]): boolean {
  const n = others.length;
  if (n < OUTLIER_MIN_NETWORKS) return false;
  const sign = metricOf(metric).better === 'lower' ? -1 : 1;
  const sorted = others.map((other) => sign * bucketOfValue(other)).toSorted((a, b) => a - b);
  const best = sorted[n - 1 - Math.floor(n * TRIMMED)] ?? 0;
  return sign * bucketOfValue(value) > best + bucketOfValue(MIN_FACTOR * (1 + OUTLIER_MIN_NETWORKS / n));
}
