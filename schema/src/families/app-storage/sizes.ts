import type { MeasuredValue } from '../../figures/loops.ts';
import type { ContenderId } from './contender-ids.ts';
import { newestCount, type CountedIn } from './contenders.ts';
import sizeCounts from './sizes.json' with { type: 'json' };

/** A median and the ends of its interval. */
type Times = readonly [value: number, low: number, high: number];

interface SizeCount {
  readonly bytes: number;
  readonly content: 'random' | 'repeating';
  readonly rounds: number;
  readonly put_ns: Times;
  readonly get_ns: Times;
  readonly delete_ns: Times;
}

/** The times of values of each size through one contender in one browser: see `npm run sizes -w labs`. */
interface SizesCount {
  readonly contender: ContenderId;
  /** Why it went no further. */
  readonly stopped: string | null;
  readonly sizes: readonly SizeCount[];
}

const SIZES_COUNTS = sizeCounts as unknown as readonly CountedIn<SizesCount>[];

export const sizesOf = (contender: ContenderId, browser?: string) => newestCount(contender, SIZES_COUNTS, browser);

interface CurvePoint extends MeasuredValue {
  readonly bytes: number;
}

/** The time of a value that is put once and got once, by its size. */
export type Curve = readonly CurvePoint[];

export const curveOf = (sizes: readonly SizeCount[], content: SizeCount['content'] = 'random'): Curve =>
  sizes
    .filter((one) => one.content === content)
    .map(({ bytes, put_ns: [put, putLow, putHigh], get_ns: [get, getLow, getHigh] }) => ({
      ...{ bytes, value: put + get, low: putLow + getLow, high: putHigh + getHigh },
    }));

/** Straight between two points of logarithmic axes. */
function between(x: number, [x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): number {
  const share = Math.log(x / x1) / Math.log(x2 / x1);
  return Math.exp(Math.log(y1) + share * Math.log(y2 / y1));
}

/** The time of a value of any size; `null` where it is larger than what came through. */
export function timeAt(curve: Curve, bytes: number): number | null {
  const after = curve.findIndex((point) => point.bytes >= bytes);
  const [left, right] = [curve[Math.max(0, after - 1)], curve[after]];
  if (!left || !right) return null;
  if (bytes <= left.bytes) return left.value;
  return between(bytes, [left.bytes, left.value], [right.bytes, right.value]);
}

/** Where one store ceases to be the quicker one. */
export interface Crossing {
  readonly bytes: number;
  /** The nearest sizes at which one of the two is clearly quicker. */
  readonly low: number;
  readonly high: number;
}

/** The size at which the order of two stores turns over; `null` where one is never clearly quicker, or always. */
export function crossingOf(one: Curve, other: Curve): Crossing | null {
  const pairs = one.flatMap((point) => {
    const match = other.find(({ bytes }) => bytes === point.bytes);
    if (!match) return [];
    const sign = point.high < match.low ? -1 : match.high < point.low ? 1 : 0;
    return [{ bytes: point.bytes, sign, ratio: point.value / match.value }];
  });
  const clear = pairs.filter(({ sign }) => sign !== 0);
  const turn = clear.findIndex(({ sign }, at) => at > 0 && sign !== clear[at - 1]?.sign);
  const [before, after] = [clear[turn - 1], clear[turn]];
  if (!before || !after) return null;
  const within = pairs.filter(({ bytes }) => bytes >= before.bytes && bytes <= after.bytes);
  const at = within.findIndex(({ ratio }) => ratio > 1 !== before.ratio > 1);
  const [left, right] = [within[at - 1] ?? before, within[at] ?? after];
  // Where the ratio is 1: as `between`, with the axes in each other's place.
  const share = Math.log(left.ratio) / Math.log(left.ratio / right.ratio);
  const bytes = left.bytes * (right.bytes / left.bytes) ** share;
  return { bytes: Math.round(bytes), low: before.bytes, high: after.bytes };
}
