import type { FigureUnit } from '../../figures/figure.ts';
import type { Report, ReportFigure } from '../report.ts';

/**
 * Slugs of measures. `latency` (ns) and `throughput` (operations per second) are the two that every project of Bencher has.
 * Each is better in one direction only, because Bencher's thresholds belong to a measure.
 */
const MEASURES: Readonly<Record<FigureUnit, string>> = {
  bytes_per_s: 'bytes-per-second',
  iops: 'throughput',
  files_per_s: 'files-per-second',
  rows_per_s: 'rows-per-second',
  ns: 'latency',
  calls: 'calls',
  share: 'share',
};

/** Numbers from elsewhere begin a history of their own: nothing but the name can say where they came from. */
function benchmarkName({ name, quantity }: ReportFigure, { title, format }: Report): string {
  const source = format.source(quantity);
  return `${title}: ${name}${source === '' ? '' : ` (${source})`}`;
}

function measuresOf({ unit, quantity: { value, interval }, p99 }: ReportFigure) {
  const ends = interval ? { lower_value: interval.low, upper_value: interval.high } : {};
  return { [MEASURES[unit]]: { value, ...ends }, ...(p99 ? { 'latency-p99': { value: p99.value } } : {}) };
}

/** Bencher Metric Format: https://bencher.dev/docs/reference/bencher-metric-format */
export function bencherForm(report: Report): string {
  const benchmarks = report.figures.map((figure) => [benchmarkName(figure, report), measuresOf(figure)] as const);
  return `${JSON.stringify(Object.fromEntries(benchmarks), null, 2)}\n`;
}
