import { decimalsOf, usefulDigits } from '../documents/units.ts';

/** A number as people read it: "3,551", "MB/s"; '' where the unit stands in the number. */
export interface NumberText {
  readonly value: string;
  readonly unit: string;
}

/** How a language writes numbers: see `LanguageInfo`. */
interface NumberLanguage {
  readonly locale: string;
  readonly second: string;
  readonly minute: string;
  readonly gap: string;
}

/**
 * `brief`: in sentences and on rulers, at most three digits. `full`: in tables and files, what was measured. `even`: beside
 * each other on a page, as many decimals for all numbers of a size.
 */
type NumberStyle = 'brief' | 'full' | 'even';

type Scales = readonly (readonly [size: number, unit: string])[];

const SIZES: Scales = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
  [1, 'B'],
];

/** Longer ones are read more easily in minutes, and what would be rounded to 120 s is 2. */
const MINUTES_FROM_NS = 119.5e9;
const MINUTE_NS = 60e9;

/**
 * From which share of a unit on it is taken: 0.89 ms is read more easily than 890 µs. What would be rounded to 1,000 of a unit is
 * one of the next: times in full have a decimal there.
 */
const FROM = { time: { brief: 0.5, full: 0.99995, even: 0.9995 }, size: { brief: 0.5, full: 0.9995, even: 0.9995 } };

/** No letter of another script: such a unit has a space before it in every language. */
const LATIN = /^[\p{Script=Latin}%µ/]+$/u;

/** Decimals of a number that was scaled to its unit. */
const wholeFrom100 = (size: number) => (size >= 100 ? 0 : size >= 10 ? 1 : 2);

export const NO_VALUE = '–';

/** A time as a clock of this step can tell it: a whole number of steps, the first of which is only a bound. */
export function inClockSteps(ns: number, stepNs: number): { readonly ns: number; readonly isBound: boolean } {
  if (stepNs <= 0) return { ns, isBound: false };
  const steps = Math.max(1, Math.round(ns / stepNs));
  return { ns: steps * stepNs, isBound: steps === 1 };
}

/** The one way in which numbers become text. */
interface NumberWriter {
  number(value: number): string;
  fixed(value: number, fractionDigits: number): string;
  significant(value: number, digits: number): string;
  /** "47.3 µs" */
  time(ns: number): NumberText;
  /** The time of one call: "≤ 5 µs" in the first step of the clock. */
  callTime(ns: number, clockStepNs: number): NumberText;
  /** Decimal: "3.1 GB". */
  size(bytes: number): NumberText;
  percent(share: number, fractionDigits?: number): string;
  /** Where there is little room: "10k" */
  compact(value: number): string;
  /** A number and its unit, with what the language has between them. */
  join(text: NumberText): string;
}

export function numberWriter({ locale, second, minute, gap }: NumberLanguage, style: NumberStyle): NumberWriter {
  const formats = new Map<string, Intl.NumberFormat>();
  const format = (value: number, key: string, options: Intl.NumberFormatOptions) => {
    const numberFormat = formats.get(key) ?? new Intl.NumberFormat(locale, options);
    formats.set(key, numberFormat);
    return numberFormat.format(value);
  };
  const significant = (value: number, digits: number) =>
    format(value, `s${digits}`, { maximumSignificantDigits: digits });
  const fixed = (value: number, digits: number) => {
    // A number that is rounded to zero has no sign. Not by `signDisplay: 'negative'`, which throws in Firefox 115.
    const shown = Math.abs(value) < 0.5 / 10 ** digits ? 0 : value;
    return format(shown, `f${digits}`, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  };

  function number(value: number): string {
    if (!Number.isFinite(value)) return NO_VALUE;
    if (style === 'brief') return significant(value, 3);
    if (style === 'full' && Number.isInteger(value)) return fixed(value, 0);
    if (style === 'full' && Math.abs(value) < 1) return significant(value, 3);
    return fixed(value, usefulDigits(value));
  }

  /** The digits of a number that was scaled to its unit. */
  function scaledNumber(value: number, unit: string): string {
    if (style === 'brief') return significant(value, value >= 100 ? 3 : 2);
    if (style === 'full') return number(value);
    if (unit === 'ns' || Number.isInteger(value)) return fixed(value, 0);
    return fixed(value, decimalsOf(value, wholeFrom100));
  }

  function scaled(value: number, scales: Scales, from: number): readonly [number, string] {
    const [size, unit] = scales.find(([one]) => value >= one * from) ?? scales.at(-1) ?? [1, ''];
    return [value / size, unit];
  }

  const TIMES: Scales = [[1e9, second], [1e6, 'ms'], [1e3, 'µs'], ...(style === 'full' ? [] : [[1, 'ns'] as const])];

  function time(ns: number): NumberText {
    const isLong = style === 'brief' && ns >= MINUTES_FROM_NS;
    const [value, unit] = isLong ? [ns / MINUTE_NS, minute] : scaled(ns, TIMES, FROM.time[style]);
    return { value: scaledNumber(value, unit), unit };
  }

  return {
    number,
    fixed: (value, digits) => (Number.isFinite(value) ? fixed(value, digits) : NO_VALUE),
    significant,
    time,
    callTime(ns, clockStepNs) {
      const stepped = inClockSteps(ns, clockStepNs);
      const text = time(stepped.ns);
      return stepped.isBound ? { ...text, value: `≤ ${text.value}` } : text;
    },
    size(bytes) {
      const [value, unit] = scaled(bytes, SIZES, FROM.size[style]);
      if (style === 'full') return { value: significant(value, 3), unit };
      if (style === 'even')
        return {
          value: fixed(value, unit === 'B' ? 0 : decimalsOf(value, (of) => Math.min(wholeFrom100(of), 1))),
          unit,
        };
      return { value: scaledNumber(value, unit), unit };
    },
    percent(share, digits = 0) {
      const [value, step] = [share * 100, 10 ** -digits];
      // What is neither none nor all is not called so.
      const shown = value > 0 && value < 100 ? Math.min(Math.max(value, step), 100 - step) : value;
      const bound = shown > value ? '< ' : shown < value ? '> ' : '';
      return `${bound}${Number.isFinite(shown) ? fixed(shown, digits) : NO_VALUE} %`;
    },
    compact: (value) => format(value, 'compact', { notation: 'compact' }),
    join: ({ value, unit }) => {
      if (unit === '') return value;
      return `${value}${unit !== second && unit !== minute && LATIN.test(unit) ? ' ' : gap}${unit}`;
    },
  };
}
