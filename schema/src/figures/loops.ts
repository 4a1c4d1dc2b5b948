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
export interface Measured {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Measured once: `low` and `high` are what is taken for granted then, to compare by, and no interval to show. */
  readonly once?: true | undefined;
}

/** So much of the standard deviation of its loops the medians of two runs differ by: their loops share disturbances. */
const PER_LOOP_SPREAD = 0.6;
/** Fewer loops than these say little about how far they differ: two are taken for three. */
const MIN_DEGREES = 2;

/**
 * Half the width of the interval, in logarithms: it holds the median of another run on the same computer with a probability
 * of 90 %, which errs as much as this one. From the loops of the one run alone, so that it is the same wherever it is shown.
 */
export function halfWidthOf(values: readonly number[]): number {
  const loops = standardDeviation(values.map((value) => Math.log(Math.max(value, Number.MIN_VALUE))));
  const spread = Math.hypot(BETWEEN_RUNS_AT_LEAST, PER_LOOP_SPREAD * loops);
  return studentT95(Math.max(MIN_DEGREES, values.length - 1)) * Math.SQRT2 * spread;
}

/** The median of some loops, and the interval in which that of another run lies. */
export function intervalOf(values: readonly number[]): Measured {
  const value = median(values);
  const width = Math.exp(halfWidthOf(values));
  return { value, low: value / width, high: value * width, ...(values.length === 1 && { once: true as const }) };
}

/** Whether two intervals overlap: no clear difference. */
export function isTie(a: Pick<Measured, 'low' | 'high'>, b: Pick<Measured, 'low' | 'high'>): boolean {
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
export function shownInterval({ low, high, once }: Measured): Pick<Measured, 'low' | 'high'> | null {
  return once || low === high ? null : { low, high };
}
