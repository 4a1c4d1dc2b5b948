import { METRIC_IDS, type MetricId, type MetricValue, type MetricValues } from '@opfsmark/schema/boards';

/** A run's metrics as its row holds them. */
export interface StoredMetrics {
  /** Which metrics it has: '1' or '0' for each, in their order, up to its last. Text has room for any number of metrics. */
  readonly metric_set: string;
  /** Each as value, 99th percentile in ns and ceiling, as 'value/p99/ceiling', joined by ','. */
  readonly metrics: string;
}

/** The shortest text of a number: "1200000" -> "12e5". */
export const shortText = (value: number) =>
  String(value).replace(/^(\d*[1-9])(0{3,})$/, (_, head: string, zeros: string) => `${head}e${zeros.length}`);

const packOne = ({ value, p99_ns, ceiling }: MetricValue) => {
  const parts = [value, p99_ns, ceiling].map((n) => (n === null || n === undefined ? '' : shortText(n)));
  return parts.slice(0, 1 + parts.findLastIndex((part) => part !== '')).join('/');
};

/** Some metrics as a row holds them: '1' or '0' for each there is, up to the last of them, '' for none. */
export function setOfMetrics(ids: readonly string[], order: readonly string[] = METRIC_IDS): string {
  const some = new Set(ids);
  const last = order.findLastIndex((id) => some.has(id));
  return order
    .slice(0, last + 1)
    .map((id) => (some.has(id) ? '1' : '0'))
    .join('');
}

/**
 * Ids of boards as one value holds them: by all that is not the metric, the metrics. D1 takes values of 2 MB, and a list of all boards that
 * there can be is twice as long.
 */
export function packBoards(ids: Iterable<string>): Readonly<Record<string, string>> {
  const metrics = new Map<string, string[]>();
  for (const id of ids) {
    const [subject = '', metric = '', ...place] = id.split('.');
    const key = [subject, ...place].join('.');
    metrics.set(key, [...(metrics.get(key) ?? []), metric]);
  }
  return Object.fromEntries(Array.from(metrics, ([key, some]) => [key, setOfMetrics(some)]));
}

export const unpackBoards = (sets: Readonly<Record<string, string>>): string[] =>
  Object.entries(sets).flatMap(([key, set]) => {
    const [subject = '', ...place] = key.split('.');
    return METRIC_IDS.filter((_, i) => set[i] === '1').map((metric) => [subject, metric, ...place].join('.'));
  });

/** @param order every metric there is, in the order in which they are stored */
export function packMetrics(
  values: Readonly<Record<string, MetricValue | undefined>>,
  order: readonly string[] = METRIC_IDS,
): StoredMetrics {
  return {
    metric_set: setOfMetrics(
      order.filter((id) => values[id]),
      order,
    ),
    metrics: order
      .flatMap((id) => values[id] ?? [])
      .map(packOne)
      .join(','),
  };
}

/** The place of a metric's character in `metric_set`, counted from 1 as `substr` does. */
export const metricPlace = (metric: MetricId): number => METRIC_IDS.indexOf(metric) + 1;

/** Metrics of one run. Throws where they cannot be read. */
export function unpackMetrics(
  { metric_set, metrics }: StoredMetrics,
  order: readonly string[] = METRIC_IDS,
): MetricValues {
  const ids = order.filter((_, i) => metric_set[i] === '1');
  const texts = metrics === '' ? [] : metrics.split(',');
  if (texts.length !== ids.length) throw new RangeError(`${texts.length} metrics for ${ids.length}`);
  return Object.fromEntries(ids.map((id, i) => [id, unpackOne(texts[i] ?? '')]));
}

function unpackOne(text: string): MetricValue {
  const [value = '', p99 = '', ceiling = ''] = text.split('/');
  const metricValue: MetricValue = {
    value: Number(value),
    p99_ns: p99 === '' ? null : Number(p99),
    ...(ceiling === '' ? {} : { ceiling: Number(ceiling) }),
  };
  const isNumber =
    value !== '' && [metricValue.value, metricValue.p99_ns ?? 0, metricValue.ceiling ?? 0].every(Number.isFinite);
  if (!isNumber) throw new RangeError(`no metric: ${text}`);
  return metricValue;
}

/** A run is read with each upload of its cohorts: what was read last stays, some 2 MB of it. */
const MAX_READ = 400;
const read = new Map<string, MetricValues>();

/** The same of a run among others; one that cannot be read has none, because it must not stop theirs. */
export function readableMetrics(stored: StoredMetrics): MetricValues {
  const key = `${stored.metric_set} ${stored.metrics}`;
  const known = read.get(key);
  if (known) return known;
  if (read.size >= MAX_READ) read.clear();
  const metrics = unpackedOrNone(stored);
  read.set(key, metrics);
  return metrics;
}

function unpackedOrNone(stored: StoredMetrics): MetricValues {
  try {
    return unpackMetrics(stored);
  } catch {
    return {};
  }
}
