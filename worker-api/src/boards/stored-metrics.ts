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

/** The same of a run among others; one that cannot be read has none, because it must not stop theirs. */
export function readableMetrics(text: string): MetricValues {
  try {
    return unpackMetrics(text);
  } catch {
    return {};
  }
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
