import { isFromMemory, type Figure } from './figure.ts';
import type { Measured } from './loops.ts';

/** One figure against the baseline's. */
export interface Ratio {
  /** Above 1 is better, whether more or less of it is: the axis of the chart. */
  readonly ratio: number;
  /** From the ends of the two intervals that lie closest to those that lie farthest apart. */
  readonly low: number;
  readonly high: number;
  /** The intervals overlap: no clear difference. */
  readonly tie: boolean;
  /** They lie apart, but no further than runs of one computer do. */
  readonly chance: boolean;
}

/** `betweenRuns`: by how much two runs may differ by chance, in logarithms, beyond what their own loops show. */
export function ratioOf(own: Measured, base: Measured, better: 'higher' | 'lower', betweenRuns = 0): Ratio | null {
  if (!(base.low > 0) || !(own.low > 0)) return null;
  const [a, b] = better === 'higher' ? [own, base] : [base, own];
  const [low, high] = [a.low / b.high, a.high / b.low];
  const ratio = a.value / b.value;
  const tie = low <= 1 && high >= 1;
  const isWithin = Math.abs(Math.log(ratio)) <= Math.hypot(Math.log(high / low) / 2, betweenRuns);
  return { ratio, low, high, tie, chance: betweenRuns > 0 && !tie && isWithin };
}

/** `speed`: faster and slower. `amount`: more and less, of what is neither. */
export type RatioKind = 'speed' | 'amount';

export const ratioKindOf = ({ unit }: Pick<Figure, 'unit'>): RatioKind =>
  unit === 'share' || unit === 'calls' ? 'amount' : 'speed';

type Comparable = Measured & Pick<Figure, 'unit' | 'better' | 'read_from'>;

/**
 * A figure against the one of the same id in another result; `unlike` where one came from memory and the other did not,
 * `null` where there is no ratio. Amounts are compared as such, whichever is better.
 */
export function compareFigures(own: Comparable, base: Comparable, betweenRuns = 0): Ratio | 'unlike' | null {
  if (isFromMemory(own) !== isFromMemory(base)) return 'unlike';
  return ratioOf(own, base, ratioKindOf(own) === 'amount' ? 'higher' : own.better, betweenRuns);
}
