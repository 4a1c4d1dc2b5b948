import { isMetricId, type MetricId, type MetricValue, type MetricValues } from '@opfsmark/schema/boards';

/** A metric's value as a row of `run` holds it: value, 99th percentile, and the ceiling where there is one. */
type PackedMetric = readonly [value: number, p99Ns: number | null, ceiling?: number];

/** JSON of `run.metrics`. */
export function packMetrics(metrics: MetricValues): string {
  const packed = Object.entries(metrics).map(([id, { value, p99_ns, ceiling }]) => [
    id,
    ceiling === undefined ? [value, p99_ns] : [value, p99_ns, ceiling],
  ]);
  return JSON.stringify(Object.fromEntries(packed));
}

/** Metrics from the JSON of `run.metrics`. One that is no longer computed is left out. */
export function unpackMetrics(text: string): MetricValues {
  const packed = Object.entries(JSON.parse(text) as Record<string, PackedMetric>);
  return Object.fromEntries(
    packed.flatMap(([id, [value, p99_ns, ceiling]]): [MetricId, MetricValue][] =>
      isMetricId(id) ? [[id, { value, p99_ns, ...(ceiling === undefined ? {} : { ceiling }) }]] : [],
    ),
  );
}
