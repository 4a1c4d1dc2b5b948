import type { LanguageInfo } from './languages.ts';

/** Numbers as the answer says them: as many digits as a reader can use, at most three. */
export interface Numbers {
  readonly locale: string;
  number(value: number): string;
  /** "95 µs", "0.89 ms", "1.2 s" */
  time(ns: number): string;
  /** "1,940 MB/s" */
  speed(mbPerS: number): string;
  /** "3.1 GB" */
  bytes(bytes: number): string;
  percent(share: number): string;
  /** Where there is little room: "10k" */
  compact(value: number): string;
}

const TIMES = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
] as const;
const SIZES = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
  [1, 'B'],
] as const;

/** Longer ones are read more easily in minutes. */
const MINUTES_FROM_NS = 120e9;
const MINUTE_NS = 60e9;

export function numbersIn({ locale, second, minute, gap }: Omit<LanguageInfo, 'name'>): Numbers {
  const times = TIMES.map(([size, unit]) => [size, unit === 's' ? second : unit] as const);
  const digits = (maximumSignificantDigits: number) => new Intl.NumberFormat(locale, { maximumSignificantDigits });
  const [two, three] = [digits(2), digits(3)];
  let compact: Intl.NumberFormat | undefined;
  const short = (value: number) => (value >= 100 ? three : two).format(value);
  const scaled = (value: number, scales: readonly (readonly [number, string])[], format: (value: number) => string) => {
    // From 0.5 of a unit on: 0.89 ms is read more easily than 890 µs.
    const [size, unit] = scales.find(([from]) => value >= from / 2) ?? scales.at(-1) ?? [1, ''];
    return `${format(value / size)}${unit === second ? gap : ' '}${unit}`;
  };
  return {
    locale,
    number: (value) => three.format(value),
    time: (ns) => (ns < MINUTES_FROM_NS ? scaled(ns, times, short) : `${short(ns / MINUTE_NS)}${gap}${minute}`),
    speed: (mbPerS) => `${three.format(mbPerS)} MB/s`,
    bytes: (bytes) => scaled(bytes, SIZES, short),
    percent: (share) => `${Math.round(share * 100)} %`,
    compact(value) {
      compact ??= new Intl.NumberFormat(locale, { notation: 'compact' });
      return compact.format(value);
    },
  };
}
