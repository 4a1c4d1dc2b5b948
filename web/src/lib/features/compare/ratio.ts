import type { RatioKind } from '@opfsmark/schema/figures';
import { SAME_FACTOR } from '$lib/base/figures/value.ts';

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
