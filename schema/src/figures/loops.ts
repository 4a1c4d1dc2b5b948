import { median, spread } from '../documents/stats.ts';

/** `until_stable` adds loops up to this many. */
export const MAX_STABLE_LOOPS = 10;

/** Loops that lie further apart than this, in relation to their median, are flagged. */
export const SPREAD_LIMIT = 0.1;
/** `until_stable` goes on until the loops lie this close together. */
export const STABLE_SPREAD = 0.03;

/**
 * How sure it is that the true median lies between the least and the greatest of `loops` independent values, whatever
 * their distribution: it does not only if all fall on the same side of it. 0.9375 for 5, 0.969 for 6.
 */
export function minMaxCoverage(loops: number): number {
  return loops < 1 ? 0 : 1 - 2 ** (1 - loops);
}

/** A value and the interval in which it lies. */
export interface Measured {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Measured once: `low` and `high` are what is taken for granted then, to compare by, and no interval to show. */
  readonly once?: true | undefined;
}

const MIN_COVERAGE = 0.9;

/**
 * The median of some loops and an interval for it. The least and the greatest loop hold the true median with a
 * probability that their number gives; where that is under 0.9, as with one to four loops, the interval is at least as
 * wide as the spread that still counts as steady.
 */
export function intervalOf(values: readonly number[]): Measured {
  const value = median(values);
  const once = values.length === 1 ? { once: true as const } : {};
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (minMaxCoverage(values.length) >= MIN_COVERAGE) return { value, low, high };
  return {
    value,
    low: Math.min(low, value / (1 + SPREAD_LIMIT)),
    high: Math.max(high, value * (1 + SPREAD_LIMIT)),
    ...once,
  };
}

/** Whether two intervals overlap: no clear difference. */
export function isTie(a: Pick<Measured, 'low' | 'high'>, b: Pick<Measured, 'low' | 'high'>): boolean {
  return a.low <= b.high && b.low <= a.high;
}

/** Whether `until_stable` runs another loop after these. */
export function wantsAnotherLoop(values: readonly number[]): boolean {
  return values.length < MAX_STABLE_LOOPS && spread(values) > STABLE_SPREAD;
}

/** What lies outside 1.5 times the middle half's width on either side (Tukey's fences): marked, never removed. */
export function outliersOf(values: readonly number[]): boolean[] {
  if (values.length < 4) return values.map(() => false);
  const sorted = values.toSorted((a, b) => a - b);
  // The middle value belongs to both halves, or one far value of five would widen its own fence.
  const half = Math.ceil(sorted.length / 2);
  const low = median(sorted.slice(0, half));
  const high = median(sorted.slice(sorted.length - half));
  const reach = 1.5 * (high - low);
  return values.map((value) => value < low - reach || value > high + reach);
}

/**
 * `rising`: the first loop slow and every later one quicker, as when a cache was filled by the first. `falling`: the
 * first quick and every later one slower, as when a drive's own cache is used up or it has grown hot.
 */
export function trendOf(values: readonly number[]): 'rising' | 'falling' | null {
  const [first, ...later] = values;
  if (first === undefined || later.length < 2) return null;
  // Beyond what the later loops differ by among themselves, or it is scatter.
  const scatter = 1 + Math.max(SPREAD_LIMIT, 2 * spread(later));
  if (Math.min(...later) > first * scatter) return 'rising';
  if (Math.max(...later) * scatter < first) return 'falling';
  return null;
}
