import { normalQuantile, studentT, Z_95 } from '../documents/deviations.ts';
import { median } from '../documents/stats.ts';

/** Fewer providers have no 95 % confidence interval: what is shown for it is their range. */
export const MIN_INTERVAL_PROVIDERS = 6;

/** Ranks (from 1) of the two values that bound the 95 % confidence interval of the median, or the range of too few. */
export function medianRanks(n: number): readonly [low: number, high: number] {
  const low = n < MIN_INTERVAL_PROVIDERS ? 1 : Math.max(1, Math.floor((n - Z_95 * Math.sqrt(n)) / 2));
  return [low, n + 1 - low];
}

/** A median over providers, as far as it tells how sure it is. */
export interface EstimatedMedian {
  readonly value: number;
  /** Its 95 % confidence interval, or the range of fewer than `MIN_INTERVAL_PROVIDERS`. */
  readonly low: number;
  readonly high: number;
  readonly providers: number;
}

/** Of some values, each as a provider of its own: at least one. */
export function estimatedMedian(values: readonly number[]): EstimatedMedian {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (rank: number) => sorted[rank - 1] ?? Number.NaN;
  const [low, high] = medianRanks(values.length);
  return { value: median(values), low: at(low), high: at(high), providers: values.length };
}

const CONFIDENCE = 0.95;
/** Beyond so many degrees of freedom Student's t is the normal deviate to three digits. */
const MANY = 1000;

const reachOf = (degrees: number) => studentT(CONFIDENCE, Math.min(MANY, Math.max(1, Math.floor(degrees))));

/** The median of normal values varies by this much more than their mean. */
const MEDIAN_ERROR = Math.sqrt(Math.PI / 2);
/** Machines of one kind differ at least so much. */
const MIN_DEVIATION = Math.log(1.02) / 2;
/** One provider says nothing of how machines differ: so much they usually do. */
const USUAL_DEVIATION = Math.log(1.1);

/**
 * Standard error of the logarithm of a median, by what would lie between the ranks of its interval of as many normal deviates
 * (Blom's ranks): of 10 values these are the lowest and the highest, whose range is far wider than what 95 in 100 medians lie in.
 */
function standardErrorOf({ low, high, providers }: EstimatedMedian): number {
  const error = (deviation: number) => (MEDIAN_ERROR * deviation) / Math.sqrt(providers);
  if (providers < 2) return error(USUAL_DEVIATION);
  const width = 2 * normalQuantile((medianRanks(providers)[1] - 0.375) / (providers + 0.25));
  return error(Math.max(MIN_DEVIATION, Math.log(high / low) / width));
}

/** Between these a median lies in 95 of 100 cases, also where too few providers have an interval of their own. */
export function sureInterval(median: EstimatedMedian): { readonly low: number; readonly high: number } {
  const factor = Math.exp(reachOf(median.providers - 1) * standardErrorOf(median));
  return { low: median.value / factor, high: median.value * factor };
}

/**
 * Whether two medians differ: Welch's test on logarithms at 95 %, which needs no equal spreads and no equal numbers of
 * providers. Intervals may overlap and the medians still differ.
 */
export function isDifferent(a: EstimatedMedian, b: EstimatedMedian): boolean {
  const [varianceA, varianceB] = [standardErrorOf(a) ** 2, standardErrorOf(b) ** 2];
  const sum = varianceA + varianceB;
  const freedom = ({ providers }: EstimatedMedian) => Math.max(1, providers - 1);
  const degrees = sum ** 2 / (varianceA ** 2 / freedom(a) + varianceB ** 2 / freedom(b));
  return Math.abs(Math.log(a.value / b.value)) > reachOf(degrees) * Math.sqrt(sum);
}
