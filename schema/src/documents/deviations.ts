import { sum } from './stats.ts';

/** Of a non-empty list. */
export const mean = (values: readonly number[]): number => sum(values) / values.length;

/** Geometric mean by summed logarithms: no product that could overflow, and the order does not matter. */
export const geometricMean = (values: readonly number[]): number => Math.exp(mean(values.map(Math.log)));

/** Squares of what values differ from their mean by, summed. */
export function squaresOf(values: readonly number[]): number {
  const middle = mean(values);
  return sum(values.map((value) => (value - middle) ** 2));
}

/** Sample standard deviation; 0 for a single value. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  return Math.sqrt(squaresOf(values) / (values.length - 1));
}

/** Within so many standard deviations lie 90 % of a normal distribution, and 95 %. */
export const Z_90 = 1.645;
export const Z_95 = 1.96;

/** Under which a normal deviate lies with a probability above a half, within 0.0005 (Abramowitz and Stegun, 26.2.23). */
export function normalQuantile(probability: number): number {
  const t = Math.sqrt(-2 * Math.log(1 - probability));
  const [top, bottom] = [2.515517 + t * (0.802853 + t * 0.010328), 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))];
  return t - top / bottom;
}

/**
 * A standard deviation that a quarter of the values at either end have no part in, rounded down: what lies between these
 * quarters, by what would lie between them of as many normal deviates (Blom's ranks). 0 for a single value.
 */
export function robustDeviation(values: readonly number[]): number {
  const count = values.length;
  if (count < 2) return 0;
  const sortedValues = values.toSorted((a, b) => a - b);
  const last = count - 1 - Math.floor(count / 4);
  const [low, high] = [sortedValues[count - 1 - last] ?? Number.NaN, sortedValues[last] ?? Number.NaN];
  return (high - low) / (2 * normalQuantile((last + 1 - 0.375) / (count + 0.25)));
}

/** The probability that Student's t lies within ± t, for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
function withinT(t: number, degreesOfFreedom: number): number {
  const angle = Math.atan(t / Math.sqrt(degreesOfFreedom));
  const [sine, square] = [Math.sin(angle), Math.cos(angle) ** 2];
  const isOdd = degreesOfFreedom % 2 === 1;
  let term = isOdd ? Math.cos(angle) : 1;
  let terms = degreesOfFreedom > 1 ? term : 0;
  for (let n = isOdd ? 2 : 1; n < degreesOfFreedom - 2; n += 2) {
    term *= (square * n) / (n + 1);
    terms += term;
  }
  return isOdd ? (2 * (angle + sine * terms)) / Math.PI : sine * terms;
}

const knownQuantiles = new Map<string, number>();

/** Student's t between ± which so much of the probability lies: 0.9 for the one-sided 95 %. Degrees of freedom are whole. */
export function studentT(probability: number, degreesOfFreedom: number): number {
  const key = `${probability} ${degreesOfFreedom}`;
  const quantile = knownQuantiles.get(key) ?? quantileOfT(probability, degreesOfFreedom);
  knownQuantiles.set(key, quantile);
  return quantile;
}

function quantileOfT(probability: number, degreesOfFreedom: number): number {
  let [low, high] = [0, 1];
  while (withinT(high, degreesOfFreedom) < probability) high *= 2;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (withinT(middle, degreesOfFreedom) < probability) low = middle;
    else high = middle;
  }
  return high;
}
