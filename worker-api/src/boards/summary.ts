import type { CellSummary } from '@opfsmark/schema/api';
import { METRIC_IDS, type MetricId, metricOf } from '@opfsmark/schema/boards';
import { bucketOfValue, estimateMedian, quantile, valueOfBucket } from './buckets.ts';
import type { Cohort } from './cohort.ts';
import { listedMedian, type MeasuredRun } from './unconfirmed.ts';

/** The value that a part of all does not exceed. */
type Quantile = (fraction: number) => number;

const percentiles = (of: Quantile) => ({ p5: of(0.05), p25: of(0.25), p75: of(0.75), p95: of(0.95) });

function confirmedCell(cohort: Cohort | null, metric: MetricId): CellSummary | null {
  const cohortMetric = cohort?.metrics[metric];
  const estimate = cohortMetric && estimateMedian(cohortMetric);
  if (!estimate) return null;
  const { value, low, high, networks, votes } = estimate;
  const { unit, better } = metricOf(metric);
  return {
    ...{ metric, unit, better, networks, ...(votes === networks ? {} : { votes }) },
    ...{ p50: value, low, high, run_id: cohortMetric.run_id },
    ...percentiles((fraction) => quantile(cohortMetric, fraction)),
    buckets: cohortMetric.counts.map(([bucket, count]) => ({ value: valueOfBucket(bucket), count })),
  };
}

function listedCell(runs: readonly MeasuredRun[], metric: MetricId, isOpen: boolean): CellSummary | null {
  const median = listedMedian(runs, metric);
  if (!median) return null;
  const { typical, value, low, high, values, networks } = median;
  const { unit, better } = metricOf(metric);
  const counts = Map.groupBy(values, bucketOfValue);
  return {
    ...{ metric, unit, better, networks, runs: values.length, ...(isOpen ? {} : { unconfirmed: true as const }) },
    ...{ p50: value, low, high, run_id: typical.run_id },
    ...percentiles((fraction) => values[Math.ceil(fraction * values.length) - 1] ?? value),
    buckets: [...counts].map(([bucket, bucketValues]) => ({
      value: valueOfBucket(bucket),
      count: bucketValues.length,
    })),
  };
}

/**
 * A cut as every page shows it, metric by metric: what is confirmed, as boards rank it, or else what its listed runs say, as
 * boards list it.
 *
 * @param listedRuns those that may stand on boards
 * @param isOpen the service trusts all
 */
export function summarize(cohort: Cohort | null, listedRuns: readonly MeasuredRun[], isOpen: boolean): CellSummary[] {
  return METRIC_IDS.flatMap((metric) => confirmedCell(cohort, metric) ?? listedCell(listedRuns, metric, isOpen) ?? []);
}
