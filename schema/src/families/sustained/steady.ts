/**
 * Steady state as the SNIA Solid State Storage Performance Test Specification has it: over a window of five rounds no
 * round lies further from another than 20 % of the window's mean, and the least-squares line through them rises or
 * falls by at most 10 % of the mean over the window.
 */
export const STEADY_ROUNDS = 5;
const STEADY_SPREAD = 0.2;
const STEADY_SLOPE = 0.1;

interface Window {
  readonly mean: number;
  /** (largest - smallest) / mean. */
  readonly spread: number;
  /** Rise or fall of the fitted line from the first round to the last, as a share of the mean; signed. */
  readonly slope: number;
}

export function windowOf(values: readonly number[]): Window {
  const n = values.length;
  const mean = values.reduce((total, value) => total + value, 0) / n;
  const middle = (n - 1) / 2;
  const covariance = values.reduce((total, value, x) => total + (x - middle) * (value - mean), 0);
  const variance = values.reduce((total, _, x) => total + (x - middle) ** 2, 0);
  const perRound = variance === 0 ? 0 : covariance / variance;
  return { mean, spread: (Math.max(...values) - Math.min(...values)) / mean, slope: (perRound * (n - 1)) / mean };
}

export function isSteady(values: readonly number[]): boolean {
  if (values.length !== STEADY_ROUNDS) return false;
  const { spread, slope } = windowOf(values);
  return spread <= STEADY_SPREAD && Math.abs(slope) <= STEADY_SLOPE;
}

/** Index of the first round of the first steady window; `null` where there is none. */
export function steadyFrom(rounds: readonly number[]): number | null {
  for (let first = 0; first + STEADY_ROUNDS <= rounds.length; first++) {
    if (isSteady(rounds.slice(first, first + STEADY_ROUNDS))) return first;
  }
  return null;
}
