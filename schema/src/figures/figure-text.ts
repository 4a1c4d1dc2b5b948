import { usefulDigits } from '../documents/units.ts';
import type { Figure, FigureUnit } from './figure.ts';
import { shownInterval } from './shown-interval.ts';

interface Unit {
  readonly label: string;
  /** Of the unit that is shown, in those of the figure. */
  readonly scale: number;
}

const UNITS: Readonly<Record<Exclude<FigureUnit, 'ns'>, Unit>> = {
  bytes_per_s: { label: 'MB/s', scale: 1e6 },
  iops: { label: 'IOPS', scale: 1 },
  files_per_s: { label: 'files/s', scale: 1 },
  rows_per_s: { label: 'rows/s', scale: 1 },
  calls: { label: 'calls', scale: 1 },
  share: { label: '%', scale: 0.01 },
};
const TIMES: readonly Unit[] = [
  { label: 's', scale: 1e9 },
  { label: 'ms', scale: 1e6 },
  { label: 'µs', scale: 1e3 },
];

const unitOf = ({ unit, value }: Pick<Figure, 'unit' | 'value'>): Unit =>
  unit === 'ns' ? (TIMES.find(({ scale }) => value >= scale) ?? { label: 'µs', scale: 1e3 }) : UNITS[unit];

const SMALL = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

function numberText(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  if (Math.abs(value) < 1) return SMALL.format(value);
  const digits = usefulDigits(value);
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A figure as people read it in a file: "3,551", "MB/s", "3,228" to "3,906". */
export interface FigureText {
  readonly value: string;
  readonly unit: string;
  readonly interval: { readonly low: string; readonly high: string } | null;
}

/** The one way in which text, Markdown and the command line write a figure, in English: they are read by programs, too. */
export function figureText(figure: Pick<Figure, 'unit' | 'value' | 'low' | 'high' | 'once'>): FigureText {
  const { label, scale } = unitOf(figure);
  const shown = (value: number) => numberText(value / scale);
  const interval = shownInterval(figure);
  return {
    value: shown(figure.value),
    unit: label,
    interval: interval && { low: shown(interval.low), high: shown(interval.high) },
  };
}
