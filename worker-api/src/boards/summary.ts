import type { CellSummary } from '@opfsmark/schema/api';
import { METRIC_IDS, type MetricId, metricOf } from '@opfsmark/schema/boards';
import { type CohortStatistics, quantile, type RankPolicy, statisticOf, valueOfBin } from '@opfsmark/schema/ranks';

type Said = Pick<CohortStatistics, 'all' | 'confirmed'>;

function cellOf(statistics: Said, metric: MetricId, policy: RankPolicy): CellSummary | null {
  const shown = statisticOf(statistics, metric, policy);
  if (!shown) return null;
  const { statistic, isNumbered } = shown;
  const { value, low, high, providers, run, bins } = statistic;
  const { unit, better } = metricOf(metric);
  const at = (part: number) => quantile(statistic, part);
  return {
    ...{ metric, unit, better, providers, of: policy.machinesAreProviders === 1 ? 'machines' : 'providers' },
    ...(isNumbered ? {} : { unconfirmed: true as const }),
    ...{ run_id: run.run_id, p50: value, low, high },
    ...{ p5: at(0.05), p25: at(0.25), p75: at(0.75), p95: at(0.95) },
    buckets: bins.map(([bin, count]) => ({ value: valueOfBin(bin), count })),
  };
}

/** A cut as every page shows it, metric by metric, as its boards list it. */
export const summarizeCohort = (statistics: Said, policy: RankPolicy): CellSummary[] =>
  METRIC_IDS.flatMap((metric) => cellOf(statistics, metric, policy) ?? []);
