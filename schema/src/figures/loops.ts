import { robustDeviation, studentT, Z_90 } from '../documents/deviations.ts';
import { median, spread } from '../documents/stats.ts';

/** `until_stable` adds loops up to this many. */
export const MAX_STABLE_LOOPS = 10;

/** Loops that lie further apart than this, in relation to their median, are flagged. */
export const SPREAD_LIMIT = 0.1;
/** `until_stable` goes on until the loops lie this close together. */
const STABLE_SPREAD = 0.03;

/** A value and the interval in which it lies. */
export interface MeasuredValue {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Measured once: `low` and `high` are what is taken for granted then, to compare by, and no interval to show. */
  readonly once?: true | undefined;
}

/** The interval of every figure, for all who compute with it or say what it is: how surely it is meant to hold another run's. */
export const FIGURE_INTERVAL = { level: 0.9 } as const;

/** Fewer loops than these say little about how far they differ: two are taken for three. */
const MIN_DEGREES = 2;

/** By how much the figures of two quiet runs differ, as a standard deviation of their logarithms. */
const BETWEEN_RUNS = {
  /** Of calls that wait for a drive. */
  slow: 0.03,
  /** Of calls of much less than a millisecond: what the computer does besides shows in them, and outlasts a run. */
  fast: 0.17,
};
const FAST_CALL_NS = 1e6;
/** How much of the spread of its loops the median of a run has. */
const SHARE_OF_SPREAD = 0.55;
/** Fewer loops may all have been fast, or slow, by chance: beyond them lies so much more, in logarithms. */
const FEW = { loops: 5, reach: 0.2 };

const MIN_HALF = 3;

/** Half of what the figures of nine of ten quiet runs lie within, in logarithms. */
function quietReach(callNs: number): number {
  const { slow, fast } = BETWEEN_RUNS;
  return Z_90 * (slow + (fast - slow) / (1 + (callNs / FAST_CALL_NS) ** 2));
}

/**
 * The median of some loops, and the interval that holds that of another run on the same computer with a probability of 90 %.
 * It comes from the loops of the one run and from how long a call of theirs took, so that it is the same wherever it is shown.
 * A loop that stood still does not widen it, and it reaches no further beyond the loops than quiet runs differ.
 *
 * @param runs how many runs the loops are of
 * @param value what was made of all loops together, where that is not their median
 */
export function intervalOf(
  values: readonly number[],
  callNs = Number.POSITIVE_INFINITY,
  runs = 1,
  value = median(values),
): MeasuredValue {
  // The figure differs from the usual by a part of what another run does: the more runs it is of, the less.
  const both = Math.sqrt(1 + 1 / runs);
  const count = values.length;
  const loopSpread = robustDeviation(values.map((loop) => Math.log(Math.max(loop, Number.MIN_VALUE))));
  const quiet = both * quietReach(callNs);
  const ofLoops =
    both * studentT(FIGURE_INTERVAL.level, Math.max(MIN_DEGREES, count - 1)) * SHARE_OF_SPREAD * loopSpread;
  const width = Math.exp(Math.hypot(quiet, ofLoops));
  const beyond = Math.exp(count < FEW.loops ? Math.max(quiet, FEW.reach) : quiet);
  return {
    value,
    low: Math.max(value / width, Math.min(...values) / beyond),
    high: Math.min(value * width, Math.max(...values) * beyond),
    ...(count === 1 && { once: true as const }),
  };
}

/** The faster half of some rates: of few loops three, so that a single one does not decide. */
export function fasterHalf(rates: readonly number[]): readonly number[] {
  const count = Math.max(MIN_HALF, Math.ceil(rates.length / 2));
  return rates.toSorted((a, b) => b - a).slice(0, count);
}

/** Whether two intervals overlap: no clear difference. */
export function isTie(a: Pick<MeasuredValue, 'low' | 'high'>, b: Pick<MeasuredValue, 'low' | 'high'>): boolean {
  return a.low <= b.high && b.low <= a.high;
}

/** Whether `until_stable` runs another loop after these. */
export function wantsAnotherLoop(values: readonly number[]): boolean {
  return values.length < MAX_STABLE_LOOPS && spread(values) > STABLE_SPREAD;
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

/** The interval that stands beside a value, wherever it is shown; `null` where none was measured. */
export function shownInterval({ low, high, once }: MeasuredValue): Pick<MeasuredValue, 'low' | 'high'> | null {
  return once || low === high ? null : { low, high };
}
