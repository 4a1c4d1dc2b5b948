import { METRIC_IDS, type MetricId, type MetricValue, type MetricValues } from '@opfsmark/schema/boards';

/** A run's metrics as its row holds them. */
export interface StoredMetrics {
  /** Which metrics it has: a bit each, in their order. */
  readonly metric_set: number;
  /** Of each: value, 99th percentile in ns and ceiling, as 'value/p99/ceiling', joined by ','. */
  readonly metrics: string;
}

/** The shortest text of a number: "1200000" -> "12e5". */
const shortText = (value: number) =>
  String(value).replace(/^(\d*[1-9])(0{3,})$/, (_, head: string, zeros: string) => `${head}e${zeros.length}`);

const packOne = ({ value, p99_ns, ceiling }: MetricValue) =>
  [value, p99_ns, ceiling]
    .map((n) => (n === null || n === undefined ? '' : shortText(n)))
    .join('/')
    .replace(/\/+$/, '');

export function packMetrics(values: MetricValues): StoredMetrics {
  const own = METRIC_IDS.flatMap((id, i) => {
    const value = values[id];
    return value ? [{ bit: 2 ** i, text: packOne(value) }] : [];
  });
  return {
    metric_set: own.reduce((sum, { bit }) => sum + bit, 0),
    metrics: own.map(({ text }) => text).join(','),
  };
}

/** The bit of a metric in `metric_set`. */
export const metricIndex = (metric: MetricId): number => METRIC_IDS.indexOf(metric);

/** Metrics of one run. Throws where they cannot be read. */
export function unpackMetrics({ metric_set, metrics }: StoredMetrics): MetricValues {
  const ids = METRIC_IDS.filter((_, i) => Math.floor(metric_set / 2 ** i) % 2 === 1);
  const texts = metrics === '' ? [] : metrics.split(',');
  if (texts.length !== ids.length) throw new RangeError(`${texts.length} metrics for ${ids.length}`);
  return Object.fromEntries(ids.map((id, i) => [id, unpackOne(texts[i] ?? '')]));
}

function unpackOne(text: string): MetricValue {
  const [value = '', p99 = '', ceiling = ''] = text.split('/');
  const found: MetricValue = {
    value: Number(value),
    p99_ns: p99 === '' ? null : Number(p99),
    ...(ceiling === '' ? {} : { ceiling: Number(ceiling) }),
  };
  const isNumber = value !== '' && [found.value, found.p99_ns ?? 0, found.ceiling ?? 0].every(Number.isFinite);
  if (!isNumber) throw new RangeError(`no metric: ${text}`);
  return found;
}

/** The same of a run among others; one that cannot be read has none, because it must not stop theirs. */
export function readableMetrics(stored: StoredMetrics): MetricValues {
  try {
    return unpackMetrics(stored);
  } catch {
    return {};
  }
}
