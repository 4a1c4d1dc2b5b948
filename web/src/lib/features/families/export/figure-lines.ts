import { figuresOf, type RunRecord } from '@opfsmark/schema/families';
import { memoryMark, type Figure, type FigureUnit } from '@opfsmark/schema/figures';

/** How a figure's values are written: divided by `scale`, with the unit after them. */
const UNITS: Readonly<Record<FigureUnit, { readonly unit: string; readonly scale: number }>> = {
  bytes_per_s: { unit: 'MB/s', scale: 1e6 },
  iops: { unit: 'IOPS', scale: 1 },
  files_per_s: { unit: 'files/s', scale: 1 },
  rows_per_s: { unit: 'rows/s', scale: 1 },
  ns: { unit: 'ms', scale: 1e6 },
  calls: { unit: 'calls', scale: 1 },
  share: { unit: '%', scale: 0.01 },
};

/** Significant digits of what was measured, not of what a division gives. */
const DIGITS = 4;

export interface FigureLine {
  readonly figure: Figure;
  readonly name: string;
  readonly value: string;
  readonly low: string;
  readonly high: string;
  readonly unit: string;
  /** Where a read came from, unless it was the drive: no number of the memory is shown without it. */
  readonly source: string;
}

function plain(value: number): string {
  return `${Number(value.toPrecision(DIGITS))}`;
}

/** The figures of a record as every export needs them. */
export function figureLines(record: RunRecord): FigureLine[] {
  return figuresOf(record).map((figure) => {
    const { unit, scale } = UNITS[figure.unit];
    const [value, low, high] = [figure.value, figure.low, figure.high].map((number) => plain(number / scale));
    return {
      figure,
      name: figure.name.replaceAll('-', ' '),
      value: value ?? '',
      low: low ?? '',
      high: high ?? '',
      unit,
      source: memoryMark(figure) ?? '',
    };
  });
}
