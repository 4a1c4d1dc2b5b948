import { studentT, Z_95 } from '../documents/deviations.ts';

/** Fewer providers have no 95 % confidence interval: what is shown for it is their range. */
export const MIN_INTERVAL_PROVIDERS = 6;

/** A median over providers, as far as it tells how sure it is. */
export interface EstimatedMedian {
  readonly value: number;
  /** Its 95 % confidence interval, or the range of fewer than `MIN_INTERVAL_PROVIDERS`. */
  readonly low: number;
  readonly high: number;
  readonly providers: number;
}

const CONFIDENCE = 0.95;
/** Beyond so many degrees of freedom Student's t is the normal deviate to three digits. */
const MANY = 1000;

const reachOf = (degrees: number) => studentT(CONFIDENCE, Math.min(MANY, Math.max(1, Math.floor(degrees))));

/** Mean width of the range of 2 to 5 normal values, in standard deviations. */
const RANGE_WIDTHS = [1.128, 1.693, 2.059, 2.326] as const;
/** The median of normal values varies by this much more than their mean. */
const MEDIAN_ERROR = Math.sqrt(Math.PI / 2);
/** Machines of one kind differ at least so much. */
const MIN_DEVIATION = Math.log(1.02) / 2;
/** One provider says nothing of how machines differ: so much they usually do. */
const USUAL_DEVIATION = Math.log(1.1);

/** Standard error of the logarithm of a median. */
function standardErrorOf({ low, high, providers }: EstimatedMedian): number {
  const range = Math.log(high / low);
  const width = RANGE_WIDTHS[providers - 2];
  const error = (deviation: number) => (MEDIAN_ERROR * deviation) / Math.sqrt(providers);
  if (providers < 2) return error(USUAL_DEVIATION);
  return Math.max(error(MIN_DEVIATION), width === undefined ? range / (2 * Z_95) : error(range / width));
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
