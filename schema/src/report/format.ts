import { formatBytes, usefulDigits } from '../documents/units.ts';
import { say } from '../answer/words/say.ts';
import type { LanguageInfo } from '../answer/words/languages.ts';
import type { CommonWords, Phrase } from '../families/report.ts';
import { isWriteToMemory, type Figure, type Source } from '../figures/figure.ts';
import type { Quantity, Unit } from '../figures/quantity.ts';
import { shownInterval } from '../figures/shown-interval.ts';

/** Nearer to 1 than a factor can say. */
const SAME_FACTOR = 1.005;
const SIZES = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A number as people read it: "3,551", "MB/s"; '' where the unit stands in the number. */
export interface NumberText {
  readonly value: string;
  readonly unit: string;
}

/** What is marked with where it came from: a number, or a line of them. */
export interface Sourced {
  readonly origin?: Source | null | undefined;
  readonly isWrite?: boolean | undefined;
}

/** The one way in which every place writes a number of a report. */
export interface Formatter {
  readonly common: CommonWords;
  number(value: number): string;
  /** "MB/s"; '' for what has no unit of its own, or one that depends on the size. */
  unitLabel(unit: Unit): string;
  parts(quantity: Quantity): NumberText;
  /** "3,551 MB/s" */
  text(quantity: Quantity): string;
  /** Of its ends, without the unit where the value has it: "3,228 to 3,906"; '' where there is no interval. */
  interval(quantity: Quantity): string;
  /** Where a number came from: "from the drive"; '' where nothing tells, and of a write that was flushed. */
  source(number: Sourced): string;
  /** The same where it must stand beside the number: "from memory". */
  mark(number: Sourced): string;
  /** With that mark in parentheses. */
  marked(text: string, number: Sourced): string;
  phrase(phrase: Phrase): string;
  phrases(phrases: readonly Phrase[]): string;
}

/** A time as a clock of this step can tell it: a whole number of steps, the first of which is only a bound. */
export function inClockSteps(ns: number, stepNs: number): { readonly ns: number; readonly isBound: boolean } {
  if (stepNs <= 0) return { ns, isBound: false };
  const steps = Math.max(1, Math.round(ns / stepNs));
  return { ns: steps * stepNs, isBound: steps === 1 };
}

/** Two significant digits: one decimal under 10, and two where one would say 1.0. */
const factorDigits = (factor: number) => (factor < 1.05 ? 3 : 2);

export function formatterIn(
  { locale, second, gap }: Pick<LanguageInfo, 'locale' | 'second' | 'gap'>,
  common: CommonWords,
  clockStepNs: number,
): Formatter {
  const formats = new Map<string, Intl.NumberFormat>();
  const format = (value: number, key: string, options: Intl.NumberFormatOptions) => {
    const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
    formats.set(key, known);
    return known.format(value);
  };
  const significant = (value: number, digits: number) =>
    format(value, `s${digits}`, { maximumSignificantDigits: digits });

  function number(value: number): string {
    if (!Number.isFinite(value)) return '–';
    if (Number.isInteger(value)) return format(value, 'whole', {});
    if (Math.abs(value) < 1) return significant(value, 3);
    const digits = usefulDigits(value);
    return format(value, `f${digits}`, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  }

  function time(ns: number): NumberText {
    const [scale, unit] = ns >= 1e9 ? [1e9, second] : ns >= 1e6 ? [1e6, 'ms'] : [1e3, 'µs'];
    return { value: number(ns / scale), unit };
  }

  function size(bytes: number): NumberText {
    const level = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1) / 0.9995) / 3)));
    return { value: significant(bytes / 1000 ** level, 3), unit: SIZES[level] ?? '' };
  }

  function ratio(value: number): string {
    const factor = value >= 1 ? value : 1 / value;
    if (!(factor >= SAME_FACTOR)) return common.speed.same;
    const words = value > 1 ? common.speed.faster : common.speed.slower;
    return say(words, { factor: significant(factor, factorDigits(factor)) }, locale);
  }

  const unitLabel = (unit: Unit): string =>
    unit in common.units ? common.units[unit as keyof CommonWords['units']] : unit === 'share' ? '%' : '';

  function known({ value, unit }: Quantity): NumberText {
    switch (unit) {
      case 'call_ns': {
        const { ns, isBound } = inClockSteps(value, clockStepNs);
        const told = time(ns);
        return isBound ? { ...told, value: `≤ ${told.value}` } : told;
      }
      case 'ns':
        return time(value);
      case 's':
        return { value: number(value), unit: second };
      case 'bytes':
        return size(value);
      case 'block_bytes':
        return { value: formatBytes(value).replace(/(\d)(?=\D)/, '$1 '), unit: '' };
      case 'count':
        return { value: number(value), unit: '' };
      case 'ratio':
        return { value: ratio(value), unit: '' };
      case 'share':
        return { value: number(Number((value * 100).toPrecision(12))), unit: '%' };
      case 'bytes_per_s':
        return { value: number(value / 1e6), unit: unitLabel(unit) };
      default:
        return { value: number(value), unit: unitLabel(unit) };
    }
  }

  /** A word of the language stands at its number as the language has it. */
  const join = ({ value, unit }: NumberText) => {
    if (unit === '') return value;
    if (unit === second) return `${value}${gap}${unit}`;
    return /^[\p{Script=Latin}%µ/]+$/u.test(unit) ? `${value} ${unit}` : say(common.withUnit, { value, unit }, locale);
  };

  function parts(quantity: Quantity): NumberText {
    const { value, unit } = known(quantity);
    return { value: quantity.isAtLeast ? say(common.atLeast, { value }, locale) : value, unit };
  }

  const text = (quantity: Quantity) => {
    const whole = join(known(quantity));
    return quantity.isAtLeast ? say(common.atLeast, { value: whole }, locale) : whole;
  };

  function interval({ unit, interval: ends }: Quantity): string {
    if (!ends) return '';
    const [low, high] = [ends.low, ends.high].map((value) => known({ value, unit }));
    if (!low || !high) return '';
    const shared = low.unit === high.unit;
    const end = (own: NumberText) => (shared && unitLabel(unit) !== '' ? own.value : join(own));
    return say(common.range, { low: end(low), high: end(high) }, locale);
  }

  const source = ({ origin, isWrite = false }: Sourced) => {
    if (!origin) return '';
    return common.origins[isWrite && origin === 'cached' ? 'kept' : origin];
  };
  const mark = (number: Sourced) => (number.origin === 'drive' ? '' : source(number));
  const marked = (value: string, number: Sourced) =>
    mark(number) === '' ? value : say(common.marked, { value, mark: mark(number) }, locale);

  const phraseText = ({ text: said, values }: Phrase) => {
    const shown = Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, value] as const;
      // A count chooses the plural form that follows it.
      return [name, value.unit === 'count' ? value.value : text(value)] as const;
    });
    return say(said, Object.fromEntries(shown), locale);
  };

  return {
    common,
    number,
    unitLabel,
    parts,
    text,
    interval,
    source,
    mark,
    marked,
    phrase: phraseText,
    phrases: (phrases) => phrases.map(phraseText).join(' ').replaceAll('。 ', '。'),
  };
}

/** Times of single calls; all others are means of many, which are finer than the clock. */
const CALL_ID = /(?: drive_wait| p[\d.]+|^drive-time|^random-read|^longest)$/;

export const figureUnit = ({ id, unit }: Pick<Figure, 'id' | 'unit'>): Unit =>
  unit === 'ns' && CALL_ID.test(id) ? 'call_ns' : unit;

/** A figure as every place writes it. */
export function figureQuantity(figure: Figure): Quantity {
  const { value, read_from } = figure;
  const isWrite = isWriteToMemory(figure);
  return { value, unit: figureUnit(figure), interval: shownInterval(figure), origin: read_from, isWrite };
}
