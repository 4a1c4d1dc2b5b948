import { Permutation } from '../documents/permutation.ts';

const RANDOM_PLACES = 96;
/** The bytes that a drive may hold for a while without keeping them: f3probe takes no more into account either. */
const MAX_CACHE_BLOCKS = 1024;
const MIN_FRONT_BLOCKS = 32;

/**
 * A quick test that writes only probes, so that it takes minutes on a drive of any size: the next file of it. `null` where all is
 * to be written. The front is written whole, as many blocks as the root of all; then one block at least every half as many, at
 * random places, with room between them that is only reserved. So wherever a drive begins anew, one of them stands in the
 * front, and none fits into a missing part of that size. The end is written whole: a drive that lies while its cache lasts has
 * to let go of the probes.
 */
export function probeParts(from: number, end: number, seed: number): { written: number; reserved: number } | null {
  const front = Math.max(MIN_FRONT_BLOCKS, Math.ceil(Math.sqrt(end)));
  if (from < front) return { written: Math.min(front, end) - from, reserved: 0 };
  const probesEnd = end - Math.min(MAX_CACHE_BLOCKS, Math.max(2 * front, Math.floor(end / 16)));
  const quarter = Math.floor(front / 4);
  const blocks = quarter + new Permutation(quarter, (seed + from) >>> 0).at(0);
  return from + blocks > probesEnd ? null : { written: 1, reserved: blocks - 1 };
}

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
