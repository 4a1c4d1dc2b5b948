import { median } from '../../documents/stats.ts';

/** So many rounds in a row, each slower than this share of what the rounds before them had in the middle. */
export const CLIFF_ROUNDS = 8;
export const CLIFF_RATIO = 0.7;

/**
 * Whether the speed fell and stayed low: true from the round on with which it has been low for long enough to be called
 * a level. One slow round, or a few, is none.
 */
export function isCliff(rates: readonly number[]): boolean {
  const before = rates.slice(0, -CLIFF_ROUNDS);
  if (before.length < CLIFF_ROUNDS) return false;
  return Math.max(...rates.slice(-CLIFF_ROUNDS)) < CLIFF_RATIO * median(before);
}
