import type { Figure, FigureUnit } from '@opfsmark/schema/figures';

/** What an empty and a full bar stand for. Bars are logarithmic, those of shares linear. */
const RANGES: Readonly<Record<FigureUnit, readonly [from: number, to: number] | null>> = {
  bytes_per_s: [1e6, 20e9],
  iops: [10, 1e6],
  files_per_s: [1, 1e5],
  rows_per_s: [10, 1e6],
  ns: [1e4, 1e10],
  calls: [1, 1e5],
  share: null,
};
/** So much of a bar is always seen. */
const MIN_SHARE = 0.01;

/** How much of its bar a figure fills, 0..1. */
export function barShare({ unit, value }: Pick<Figure, 'unit' | 'value'>): number {
  const range = RANGES[unit];
  const share = range === null ? value : Math.log(Math.max(value, range[0]) / range[0]) / Math.log(range[1] / range[0]);
  return Math.min(1, Math.max(MIN_SHARE, share));
}
