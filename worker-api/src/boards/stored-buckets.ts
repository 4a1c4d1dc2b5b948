import { METRIC_IDS, type MetricId } from '@opfsmark/schema/boards';

/** Two digits of base 64 hold every bucket: there are about 3,140, from -1,046 upwards. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LOWEST = -1536;
const NONE = '..';

const packNumber = (n: number) => `${DIGITS[n >> 6] ?? ''}${DIGITS[n & 63] ?? ''}`;
const unpackNumber = (text: string) => DIGITS.indexOf(text.charAt(0)) * 64 + DIGITS.indexOf(text.charAt(1));

/**
 * The buckets of a vote as text: which metric is the first, then it and each one behind it, two characters each.
 *
 * @param order every metric there is, in the order in which they are stored
 */
export function packBuckets<Id extends string = MetricId>(
  buckets: ReadonlyMap<Id, number>,
  order: readonly Id[] = METRIC_IDS as readonly string[] as readonly Id[],
): string {
  const first = order.findIndex((metric) => buckets.has(metric));
  if (first < 0) return '';
  const texts = order.slice(first).map((metric) => {
    const bucket = buckets.get(metric);
    return bucket === undefined ? NONE : packNumber(bucket - LOWEST);
  });
  return packNumber(first) + texts.join('').replace(/(?:\.\.)+$/, '');
}

export function unpackBuckets<Id extends string = MetricId>(
  text: string,
  order: readonly Id[] = METRIC_IDS as readonly string[] as readonly Id[],
): Map<Id, number> {
  if (text === '') return new Map();
  return new Map(
    order.slice(unpackNumber(text)).flatMap((metric, i): [Id, number][] => {
      const own = text.slice(2 + 2 * i, 4 + 2 * i);
      return own === '' || own === NONE ? [] : [[metric, unpackNumber(own) + LOWEST]];
    }),
  );
}
