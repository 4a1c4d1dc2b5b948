import { median } from '../../documents/stats.ts';
import { FILL_BLOCK_BYTES } from '../../documents/bounds.ts';

/** A cliff is this many rounds in a row, each slower than this share of the earlier rounds' median. */
export const CLIFF_ROUNDS = 8;
const CLIFF_RATIO = 0.7;
/** And at least this long: on a fast drive eight rounds are a second, which any other program may take. */
const CLIFF_S = 5;

/** How many of the last rounds a cliff would be told from; `null` where they did not take long enough. */
function tailOf(totalUs: readonly number[]): number | null {
  let rounds = 0;
  for (let us = 0; us < CLIFF_S * 1e6 || rounds < CLIFF_ROUNDS; rounds++) {
    const lastUs = totalUs.at(-1 - rounds);
    if (lastUs === undefined) return null;
    us += lastUs;
  }
  return rounds;
}

/**
 * Where the speed fell and stayed low: the first of the last rounds, which have been slow for long enough to be called a
 * level; `null` where they have not. One slow round, or a few, is none.
 */
export function cliffFrom(totalUs: readonly number[]): number | null {
  const tail = tailOf(totalUs);
  if (tail === null) return null;
  const before = totalUs.slice(0, -tail);
  if (before.length < CLIFF_ROUNDS) return null;
  const isLow = Math.min(...totalUs.slice(-tail)) * CLIFF_RATIO > median(before);
  return isLow ? before.length : null;
}

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
  for (let start = 0; start + STEADY_ROUNDS <= rounds.length; start++) {
    if (isSteady(rounds.slice(start, start + STEADY_ROUNDS))) return start;
  }
  return null;
}

export const MAX_ROUNDS = 4_096;

interface Sizes {
  readonly budget_bytes: number;
  readonly file_bytes: number;
  readonly round_bytes: number;
  readonly queues: number;
}

/** The bytes that are filled before the rounds: the file, up to as many whole blocks for each worker, who may have a file of its own. */
export function filledFileBytes({ file_bytes, queues }: Pick<Sizes, 'file_bytes' | 'queues'>): number {
  const turnBytes = queues * FILL_BLOCK_BYTES;
  return Math.ceil(file_bytes / turnBytes) * turnBytes;
}

/** How many rounds the budget is for. */
export function roundsMax(plan: Sizes): number {
  return Math.floor((plan.budget_bytes - filledFileBytes(plan)) / plan.round_bytes);
}
