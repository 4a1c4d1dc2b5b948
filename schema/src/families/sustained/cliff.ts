import { median } from '../../documents/stats.ts';

/** A cliff is this many rounds in a row, each slower than this share of the earlier rounds' median. */
export const CLIFF_ROUNDS = 8;
const CLIFF_RATIO = 0.7;
/** And at least this long: on a fast drive eight rounds are a second, which any other program may take. */
const CLIFF_S = 5;

/** How many of the last rounds a cliff would be told from; `null` where they did not take long enough. */
function tailOf(totalUs: readonly number[]): number | null {
  let rounds = 0;
  for (let us = 0; us < CLIFF_S * 1e6 || rounds < CLIFF_ROUNDS; rounds++) {
    const last = totalUs.at(-1 - rounds);
    if (last === undefined) return null;
    us += last;
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
