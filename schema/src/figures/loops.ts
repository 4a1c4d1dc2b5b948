import { median, spread, standardDeviation, studentT95 } from '../documents/stats.ts';

/**
 * By how much the scores of runs on one computer are taken to differ at least, as a standard deviation of their
 * logarithms: `docs/METHODOLOGY.md` says how often that held.
 */
export const BETWEEN_RUNS = 0.1;
/** The degrees of freedom of that: as if so many runs more had shown it. */
export const TAKEN_FOR_RUNS = 2;

/** By how much the medians of two quiet runs differ at least, as a standard deviation of their logarithms. */
const BETWEEN_RUNS_AT_LEAST = 0.03;

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

/** Fewer loops than these say little about how far they differ: two are taken for three. */
const MIN_DEGREES = 2;

/**
 * So much of the standard deviation of its loops the medians of two runs differ by, where calls are slow: what disturbs those
 * comes from the drive, and is over within a loop or two.
 */
const SPREAD_BETWEEN_RUNS = { slow: 0.6, fast: 1.6 };
/** Calls that take much less are disturbed by the computer rather than by the drive, and that outlasts the run. */
const FAST_CALL_NS = 1e6;

/** How much of the spread of loops shows between runs, by how long a call of theirs takes. */
export function shareOfLoopSpread(callNs: number): number {
  const { slow, fast } = SPREAD_BETWEEN_RUNS;
  return slow + (fast - slow) / (1 + (callNs / FAST_CALL_NS) ** 2);
}

/** Half the width of an interval where so much of the spread of its loops shows between runs. */
export function halfWidthOf(values: readonly number[], share = SPREAD_BETWEEN_RUNS.slow): number {
  const loopSpread = standardDeviation(values.map((value) => Math.log(Math.max(value, Number.MIN_VALUE))));
  const spread = Math.hypot(BETWEEN_RUNS_AT_LEAST, share * loopSpread);
  return studentT95(Math.max(MIN_DEGREES, values.length - 1)) * Math.SQRT2 * spread;
}

/**
 * The median of some loops, and the interval that holds the median of another run on the same computer with a probability of
 * 90 %. It comes from the loops of the one run and from how long a call of theirs took, so that it is the same wherever it is
 * shown.
 */
export function intervalOf(values: readonly number[], callNs = Number.POSITIVE_INFINITY): MeasuredValue {
  const value = median(values);
  const width = Math.exp(halfWidthOf(values, shareOfLoopSpread(callNs)));
  return { value, low: value / width, high: value * width, ...(values.length === 1 && { once: true as const }) };
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
