import type { Figure, FigureUnit } from '@opfsmark/schema/figures';

interface Unit {
  readonly label: string;
  /** Of the unit that is shown, in those of the figure. */
  readonly scale: number;
}

const UNITS: Readonly<Record<FigureUnit, Unit>> = {
  bytes_per_s: { label: 'MB/s', scale: 1e6 },
  iops: { label: 'IOPS', scale: 1 },
  files_per_s: { label: 'files/s', scale: 1 },
  rows_per_s: { label: 'rows/s', scale: 1 },
  ns: { label: 'ms', scale: 1e6 },
  calls: { label: 'calls', scale: 1 },
  share: { label: '%', scale: 0.01 },
};

/** A number with at least three digits: "3,551", "84.2". */
function shortNumber(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export interface ShownValue {
  readonly number: string;
  readonly unit: string;
}

/** A figure's value as people read it. */
export function shownValue({ unit, value }: Pick<Figure, 'unit' | 'value'>): ShownValue {
  const { label, scale } = UNITS[unit];
  return { number: unit === 'calls' ? value.toLocaleString('en-US') : shortNumber(value / scale), unit: label };
}

/** "3,551 MB/s" */
export function valueText(figure: Pick<Figure, 'unit' | 'value'>): string {
  const { number, unit } = shownValue(figure);
  return `${number} ${unit}`;
}
