import { type Place, placeOf } from '../../families/points.ts';
import type { MeasuredValue } from '../../figures/loops.ts';
import type { Words } from './en.ts';
import { say } from './languages.ts';
import type { Numbers } from './ruler.ts';

function keyOf(place: Place): keyof Words['places'] {
  if ('like' in place) return 'like';
  if (place.slowerThan === null) return 'faster';
  return place.fasterThan === null ? 'slower' : 'between';
}

/** Where a drive stands, which says more than its points: "Between a SATA SSD and an NVMe SSD". */
export function placeText(score: MeasuredValue, words: Words, { locale }: Numbers): string {
  const place = placeOf(score);
  const [a, b] = 'like' in place ? [place.like, null] : [place.fasterThan, place.slowerThan];
  const classWord = (id: keyof Words['classes'] | null) => (id === null ? '' : words.classes[id]);
  return say(words.places[keyOf(place)], { a: classWord(a), b: classWord(b) }, locale);
}

/** "3,540 points (2,900 to 4,300)". */
export function pointsText({ value, low, high }: MeasuredValue, words: Words, { locale, number }: Numbers): string {
  return say(words.points, { points: number(value), low: number(low), high: number(high) }, locale);
}
