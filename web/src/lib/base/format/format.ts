import { formatBytes as exactBytes, usefulDigits } from '@opfsmark/schema/documents';
import { inClockSteps, type NumberText, numberWriter } from '@opfsmark/schema/figures/numbers';
import type { LanguageInfo } from '@opfsmark/schema/answer/words/languages';

export interface Format {
  readonly locale: string;
  /** Grouped; by default with as many digits as a reader can use: 2,913 / 358.2 / 20.8 / 1.42. */
  number(value: number, fractionDigits?: number): string;
  /** At an axis: no digits that say nothing, 100 and not 100.0. */
  tick(value: number): string;
  percent(fraction: number, fractionDigits?: number): string;
  /** Decimal: 3.1 GB. */
  bytes(bytes: number): string;
  /** Binary and exact, as sizes of files and blocks are chosen: 256 MiB. */
  binaryBytes(bytes: number): string;
  /** From ns to s: 47 µs; its unit apart, because the number is set large. */
  duration(ns: number): NumberText;
  durationText(ns: number): string;
  /** Time of a single call, in whole steps of the clock: "≤ 5 µs" for the first. */
  latencyText(ns: number, clockStepNs: number): string;
  /** The longest call, in milliseconds with every digit that the clock tells: it must agree with a table of them. */
  longestText(ns: number, clockStepNs: number): string;
  /** A whole wait: 40 s, 2 min 5 s. */
  seconds(seconds: number): string;
  /** Items that stand for themselves, one after the other. */
  list(items: readonly string[]): string;
  /** Sentences of one paragraph, with a space between them where the language has one; empty ones are left out. */
  sentences(items: readonly string[]): string;
  date(iso: string): string;
  /** In UTC, and says so: what a server renders must not depend on where it is. */
  dateTime(iso: string): string;
  /** By this browser's own clock, for what only this browser shows. */
  localDate(iso: string): string;
  localDateTime(iso: string): string;
}

/** The words of a language that numbers are said with. */
interface FormatWords {
  /** Between what stands for itself. */
  readonly comma: () => string;
  readonly s: (wait: { readonly count: number }) => string;
  readonly min: (wait: { readonly count: number }) => string;
  readonly h: (wait: { readonly count: number }) => string;
}

/** Made when it is first needed: that of dates costs 2 ms, and few pages show one at once. */
function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

export function createFormat(language: Omit<LanguageInfo, 'name'>, words: FormatWords): Format {
  const { locale, gap } = language;
  const { fixed, significant, time, callTime, size, percent, join } = numberWriter(language, 'even');
  const number = (value: number, fractionDigits = usefulDigits(value)) => fixed(value, fractionDigits);

  const day = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
  const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const moment = once(() => new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone: 'UTC' }));
  const localDay = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
  const localMoment = once(() => new Intl.DateTimeFormat(locale, MOMENT));

  return {
    locale,
    number,
    tick: (value) => significant(value, 3),
    percent,
    bytes: (bytes) => join(size(bytes)),
    binaryBytes: (bytes) => exactBytes(bytes).replace(/(\d)(?=\D)/, '$1 '),
    duration: time,
    durationText: (ns) => join(time(ns)),
    latencyText: (ns, clockStepNs) => join(callTime(ns, clockStepNs)),
    longestText: (ns, clockStepNs) => `${number(inClockSteps(ns, clockStepNs).ns / 1e6, 3)} ms`,
    seconds(seconds) {
      const whole = Math.max(0, Math.round(seconds));
      if (whole < 60) return words.s({ count: whole });
      const minutes = Math.floor(whole / 60);
      const min = words.min({ count: minutes % 60 });
      if (minutes >= 60) return `${words.h({ count: Math.floor(minutes / 60) })}${gap}${min}`;
      return whole % 60 === 0 ? min : `${min}${gap}${words.s({ count: whole % 60 })}`;
    },
    list: (items) => items.join(words.comma()),
    sentences: (items) =>
      items
        .filter((item) => item !== '')
        .join(' ')
        .replaceAll('。 ', '。'),
    date: (iso) => day().format(new Date(iso)),
    dateTime: (iso) => `${moment().format(new Date(iso))} UTC`,
    localDate: (iso) => localDay().format(new Date(iso)),
    localDateTime: (iso) => localMoment().format(new Date(iso)),
  };
}
