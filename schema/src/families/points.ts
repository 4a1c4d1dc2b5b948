/** The points of a drive: how its figures make them with the verdict, and which usual drives have as many. */
import { geometricMean } from '../documents/deviations.ts';
import type { MeasuredValue } from '../figures/loops.ts';
import { type BandId, RULERS } from '../figures/rulers.ts';
import { DRIVE_LIMITS, type Grade, GRADE_ORDER, type Limits } from './verdict.ts';

/** Points; the interval holds those of another run on the same computer with a probability of 90 % or more. */
export interface Score extends MeasuredValue {
  /** The verdict that goes with the points of a drive; `null` for what apps feel, which has none. */
  readonly grade: Grade | null;
}

export const POINTS = 1000;

/** A figure of the drive, in the unit of its ruler, and what is good and fair of its kind. */
interface Valued extends Limits {
  readonly value: number;
}

const gradeAt = (value: number, { good, fair }: Limits): Grade =>
  value >= good ? 'good' : value >= fair ? 'fair' : 'poor';

/**
 * 1000 x the geometric mean of value / good, and the worst grade, which is the verdict on the drive. What exceeds the next
 * grade counts as just reaching it, as long as another figure holds the drive below: so the order by points is the order by
 * verdict. 1000 and more is good.
 */
export function pointsOf(figures: readonly Valued[]): { readonly points: number; readonly grade: Grade } {
  const grades = figures.map((figure) => gradeAt(figure.value, figure));
  const grade = GRADE_ORDER.find((one) => grades.includes(one)) ?? 'good';
  const ratios = figures.map(({ value, good, fair }) => {
    const next = { poor: fair, fair: good, good: Number.POSITIVE_INFINITY }[grade];
    return Math.min(value, next) / good;
  });
  return { points: POINTS * geometricMean(ratios), grade };
}

const atEach = (of: (limits: Limits) => number) =>
  pointsOf(Object.values(DRIVE_LIMITS).map((limits) => ({ ...limits, value: of(limits) }))).points;

/** From where on points are fair, and from where on good. */
export const POINTS_OF_GRADES: Limits = { fair: atEach(({ fair }) => fair), good: atEach(({ good }) => good) };

/** A usual drive of each class: the middle of what is published of it. SD cards are left out, of whose saves nothing is. */
const CLASSES = ['disk', 'sata', 'nvme'] as const;
type ClassId = (typeof CLASSES)[number];

function classPoints(id: ClassId): number {
  const middleOf = ({ low, high }: { readonly low: number; readonly high: number }) => Math.sqrt(low * high);
  const on = (ruler: 'opens' | 'moves' | 'saves', band: BandId) =>
    middleOf(RULERS[ruler].bands.find((one) => one.id === band) ?? { low: Number.NaN, high: Number.NaN });
  const { small_read, large_read, large_write, save } = DRIVE_LIMITS;
  return pointsOf([
    { ...small_read, value: on('opens', id) },
    { ...large_read, value: on('moves', id) },
    { ...large_write, value: on('moves', id) },
    { ...save, value: on('saves', id === 'disk' ? 'disk' : 'ssd') },
  ]).points;
}

const CLASS_POINTS = CLASSES.map((id) => ({ id, points: classPoints(id) }));

/** Where a drive stands among the classes: like one of them, or between two of which one is missing at either end. */
export type Place =
  | { readonly like: ClassId }
  | { readonly fasterThan: ClassId | null; readonly slowerThan: ClassId | null };

/** Of ten drives that others have published: how many are slower, or where hardly one is, how many are faster. */
export type PlaceAmongDrives = { readonly faster: number } | { readonly slower: number };

/** The place of a score. A class that its interval holds is no different; of several it is the nearest. */
export function placeOf({ value: points, low, high }: MeasuredValue): Place {
  const distance = (other: number) => Math.abs(Math.log(other / points));
  const alike = CLASS_POINTS.filter((one) => one.points >= low && one.points <= high);
  const [nearest] = alike.toSorted((a, b) => distance(a.points) - distance(b.points));
  if (nearest) return { like: nearest.id };
  return {
    fasterThan: CLASS_POINTS.findLast((one) => one.points < points)?.id ?? null,
    slowerThan: CLASS_POINTS.find((one) => one.points > points)?.id ?? null,
  };
}
