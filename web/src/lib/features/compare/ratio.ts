import type { Measured } from '@opfsmark/schema/figures';
import { SAME_FACTOR } from '$lib/base/format/factor.ts';

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
type RatioWord = 'faster' | 'slower' | 'more' | 'less' | 'same';

interface SaidRatio {
  readonly word: RatioWord;
  /** 1 or more. */
  readonly factor: number;
}

/** A ratio as people say it: by how many times, and in which direction. */
export function sayRatio(ratio: number, kind: RatioKind): SaidRatio {
  const factor = ratio >= 1 ? ratio : 1 / ratio;
  if (!(factor >= SAME_FACTOR)) return { word: 'same', factor: 1 };
  if (kind === 'speed') return { word: ratio > 1 ? 'faster' : 'slower', factor };
  return { word: ratio > 1 ? 'more' : 'less', factor };
}

/** Half the width of a logarithmic axis around 1 that holds these: 2 times, 3.2, 10, 100 .. */
export function axisReach(logs: readonly number[]): number {
  const max = Math.max(0, ...logs.map(Math.abs).filter(Number.isFinite));
  return [Math.log10(2), 0.5, 1].find((reach) => max <= reach) ?? Math.ceil(max);
}

/** A ratio in the chart. */
export interface RatioBar {
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
  readonly colour: 'read' | 'write' | 'muted';
  readonly ratio: number;
  readonly low?: number;
  readonly high?: number;
  /** The ratio in words. */
  readonly text: string;
}
