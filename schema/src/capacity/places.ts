import { Permutation } from '../documents/permutation.ts';

const RANDOM_PLACES = 96;

/**
 * The places that a quick test looks at: the first and the last, both sides of each power of two, where drives with a false
 * size begin anew, and random ones.
 */
export function samplePlaces(blocks: number, seed: number): number[] {
  if (blocks <= 0) return [];
  const places = new Set([0, blocks - 1, Math.floor(blocks / 2)]);
  for (let power = 1; power < blocks; power *= 2) for (const place of [power - 1, power]) places.add(place);
  const order = new Permutation(blocks, seed);
  for (let index = 0; index < Math.min(blocks, RANDOM_PLACES); index++) places.add(order.at(index));
  return [...places].toSorted((a, b) => a - b);
}
