import { METRIC_IDS, type MetricId } from '@opfsmark/schema/boards';

/** Two digits of base 64 hold every bucket: there are about 3,140, from -1,046 upwards. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LOWEST = -1536;
const NONE = '..';

/** The buckets of a vote as text: which metric is the first, and two characters for it and for each one behind it. */
export function packBuckets(buckets: ReadonlyMap<MetricId, number>): string {
  const first = METRIC_IDS.findIndex((metric) => buckets.has(metric));
  if (first < 0) return '';
  const texts = METRIC_IDS.slice(first).map((metric) => {
    const bucket = buckets.get(metric);
    if (bucket === undefined) return NONE;
    const n = bucket - LOWEST;
    return `${DIGITS[n >> 6] ?? ''}${DIGITS[n & 63] ?? ''}`;
  });
  return (DIGITS[first] ?? '') + texts.join('').replace(/(?:\.\.)+$/, '');
}

export function unpackBuckets(text: string): Map<MetricId, number> {
  const first = DIGITS.indexOf(text.charAt(0) || 'A');
  return new Map(
    METRIC_IDS.slice(first).flatMap((metric, i): [MetricId, number][] => {
      const own = text.slice(1 + 2 * i, 3 + 2 * i);
      if (own === '' || own === NONE) return [];
      return [[metric, DIGITS.indexOf(own.charAt(0)) * 64 + DIGITS.indexOf(own.charAt(1)) + LOWEST]];
    }),
  );
}
