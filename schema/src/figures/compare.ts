import { type Figure, isFromMemory } from './figure.ts';
import type { MeasuredValue } from './loops.ts';
import { mean, studentT } from '../documents/deviations.ts';

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
export function ratioOf(
  figure: MeasuredValue,
  base: MeasuredValue,
  better: 'higher' | 'lower',
  betweenRuns = 0,
): Ratio | null {
  if (!(base.low > 0) || !(figure.low > 0)) return null;
  const [a, b] = better === 'higher' ? [figure, base] : [base, figure];
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

type Comparable = MeasuredValue & Pick<Figure, 'unit' | 'better' | 'origin'>;

/** A figure that is not known to be from memory is told from one that is: it may be the drive's. */
const sourceOf = (figure: Comparable) =>
  !isFromMemory(figure) ? 'drive' : figure.origin === 'unknown' ? 'unknown' : 'memory';

/**
 * A figure against the one of the same id in another result; `unlike` where one came from memory and of the other that is not
 * known, or known not to be so, `null` where there is no ratio: one is not above zero, or they have two units. Amounts are compared as such, whichever is better.
 */
export function compareFigures(figure: Comparable, base: Comparable, betweenRuns = 0): Ratio | 'unlike' | null {
  if (figure.unit !== base.unit) return null;
  if (sourceOf(figure) !== sourceOf(base)) return 'unlike';
  return ratioOf(figure, base, ratioKindOf(figure) === 'amount' ? 'higher' : figure.better, betweenRuns);
}

/** `ABBA` or `BAAB`: over a block, whatever drifts in a straight line drifts by as much for A as for B. */
export type BlockOrder = 'ABBA' | 'BAAB';

/** One figure in one block: A twice and B twice, each in the order of time. */
export interface Block {
  readonly a: readonly [number, number];
  readonly b: readonly [number, number];
}

/** B against A; above 1 is better, whether more or less of it is. */
export interface InterleavedRatio {
  readonly ratio: number;
  /** Its 95 % confidence interval; `null` for fewer than two blocks. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** The value that the ratio reaches in 95 of 100 comparisons of a thing with itself; `null` for fewer than two blocks. */
  readonly noise: number | null;
  readonly blocks: number;
  /** Standard error of the ratio's logarithm; `null` for fewer than two blocks. */
  readonly error: number | null;
}

/** `unclear`: neither a difference nor the lack of one is shown. `same`: they differ by less than the threshold. */
export type InterleavedVerdict = 'better' | 'worse' | 'same' | 'unclear';

const CONFIDENCE = 0.95;

const meanLog = (values: readonly number[]) => mean(values.map(Math.log));

/** One thing as two: in two blocks of one order, its four values stand as `ABBA` do in one. */
function twinOf([first, second]: readonly [number, number], [third, fourth]: readonly [number, number]): number {
  return meanLog([second, third]) - meanLog([first, fourth]);
}

/** Logarithms of the A/A ratios in pairs of blocks that follow each other in one order. */
function twinsOf(blocks: readonly Block[]): number[] {
  return blocks.flatMap((block, at) => {
    const before = blocks[at - 1];
    return at % 2 === 1 && before ? [twinOf(before.a, block.a), twinOf(before.b, block.b)] : [];
  });
}

const rootMeanSquare = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => value ** 2)));

/**
 * The ratio over blocks, the first and second of which were measured in one order, the third and fourth, and so on.
 *
 * @param varying how many of the two vary by themselves: one, where A is 1 each time because it is the measure of B
 */
export function interleavedRatio(
  blocks: readonly Block[],
  better: 'higher' | 'lower',
  varying: 1 | 2 = 2,
): InterleavedRatio | null {
  const count = blocks.length;
  if (count === 0 || blocks.some(({ a, b }) => [...a, ...b].some((value) => !(value > 0)))) return null;
  const sign = better === 'higher' ? 1 : -1;
  const logs = blocks.map(({ a, b }) => sign * (meanLog(b) - meanLog(a)));
  const middle = mean(logs);
  const ratio = Math.exp(middle);
  if (count < 2) return { ratio, interval: null, noise: null, blocks: count, error: null };
  const error = rootMeanSquare(logs.map((value) => value - middle)) / Math.sqrt(count - 1);
  const factor = Math.exp(studentT(CONFIDENCE, count - 1) * error);
  const twins = twinsOf(blocks);
  // B has twice the variance where A has none, and half as many comparisons with itself tell it.
  const degrees = (twins.length * varying) / 2;
  const noise = Math.exp((studentT(CONFIDENCE, degrees) * rootMeanSquare(twins)) / Math.sqrt(count));
  return { ratio, interval: { low: ratio / factor, high: ratio * factor }, noise, blocks: count, error };
}

/**
 * The verdict of a ratio: a difference beyond the threshold, at 95 % for all `figures` of the comparison together
 * (Bonferroni), which is larger than the noise.
 */
export function verdictOf(comparison: InterleavedRatio, threshold: number, figures: number): InterleavedVerdict {
  const { ratio, interval, noise, blocks, error } = comparison;
  if (!interval || noise === null || error === null) return 'unclear';
  const reach = studentT(1 - (1 - CONFIDENCE) / figures, blocks - 1) * error;
  const [distance, limit] = [Math.abs(Math.log(ratio)), Math.log1p(threshold)];
  if (distance - reach > limit && distance > Math.log(noise)) return ratio > 1 ? 'better' : 'worse';
  const isWithin = Math.log(interval.high) < limit && Math.log(interval.low) > -limit;
  return isWithin ? 'same' : 'unclear';
}

/**
 * How far the ratio is known: 0.05 where both its interval and the noise reach 5 % to either side. Of the two the larger,
 * because blocks that happen to agree would end a comparison too early.
 */
export function reachOf({ ratio, interval, noise }: InterleavedRatio): number {
  return interval && noise !== null ? Math.max(interval.high / ratio, noise) - 1 : Infinity;
}

/** Nine in ten comparisons of that many blocks find it. */
const POWER_DEVIATIONS = 1.282;

/**
 * With how many blocks like these a difference of this size would be found, beyond the threshold and the noise; `null` where not with
 * `maxBlocks`, or too few are there to tell.
 */
export function blocksToFind(
  { error, noise, blocks }: InterleavedRatio,
  {
    difference,
    threshold,
    figures,
    maxBlocks,
  }: Readonly<Record<'difference' | 'threshold' | 'figures' | 'maxBlocks', number>>,
): number | null {
  if (error === null || noise === null) return null;
  const [deviation, twinDeviation] = [
    error * Math.sqrt(blocks),
    (Math.log(noise) * Math.sqrt(blocks)) / studentT(CONFIDENCE, blocks),
  ];
  const [distance, limit] = [Math.log1p(difference), Math.log1p(threshold)];
  const isFound = (count: number) => {
    const countError = deviation / Math.sqrt(count);
    const reach = studentT(1 - (1 - CONFIDENCE) / figures, count - 1) * countError;
    const ownNoise = (studentT(CONFIDENCE, count) * twinDeviation) / Math.sqrt(count);
    const usualLow = distance - POWER_DEVIATIONS * countError;
    return usualLow - reach > limit && usualLow > ownNoise;
  };
  // In pairs, as blocks are measured; more find all that fewer do.
  let [low, high] = [0, Math.floor(maxBlocks / 2)];
  if (!isFound(2 * high)) return null;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isFound(2 * middle)) high = middle;
    else low = middle;
  }
  return 2 * high;
}
