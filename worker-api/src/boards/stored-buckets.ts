import { METRIC_IDS, type MetricId } from '@opfsmark/schema/boards';

/** Two digits of base 64 hold every bucket: there are about 3,140, from -1,046 upwards. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LOWEST = -1536;
const NONE = '..';

/** The buckets of a vote as text: two characters per metric, in their order. */
export function packBuckets(buckets: ReadonlyMap<MetricId, number>): string {
  const texts = METRIC_IDS.map((metric) => {
    const bucket = buckets.get(metric);
    if (bucket === undefined) return NONE;
    const n = bucket - LOWEST;
    return `${DIGITS[n >> 6] ?? ''}${DIGITS[n & 63] ?? ''}`;
  });
  return texts.join('').replace(/(?:\.\.)+$/, '');
}

export function unpackBuckets(text: string): Map<MetricId, number> {
  return new Map(
    METRIC_IDS.flatMap((metric, i): [MetricId, number][] => {
      const own = text.slice(2 * i, 2 * i + 2);
      if (own === '' || own === NONE) return [];
      return [[metric, DIGITS.indexOf(own.charAt(0)) * 64 + DIGITS.indexOf(own.charAt(1)) + LOWEST]];
    }),
  );
}
