import { afterEach, expect, it, vi } from 'vitest';
import { formatSize } from '../../src/capacity/describe.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import { numberWriter } from '../../src/figures/numbers.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const SIGNS = ['auto', 'always', 'never', 'exceptZero'];

/** As Firefox 115 has it, which refuses what came with version 3 of number formats. */
class OldNumberFormat extends Intl.NumberFormat {
  constructor(locale?: string, options: Intl.NumberFormatOptions = {}) {
    const { signDisplay = 'auto' } = options;
    if (!SIGNS.includes(signDisplay)) throw new RangeError(`invalid value "${signDisplay}" for option signDisplay`);
    for (const name of ['roundingMode', 'roundingPriority', 'roundingIncrement', 'trailingZeroDisplay'])
      if (name in options) throw new RangeError(`no option ${name}`);
    super(locale, options);
  }
}

it.each([
  [-0, 1, '0.0'],
  [-0.04, 1, '0.0'],
  [-0.05, 1, '-0.1'],
  [-0.5, 0, '-1'],
  [-0.49, 0, '0'],
  [-12.34, 1, '-12.3'],
  [0.05, 1, '0.1'],
])(
  '%d with %i digits has a sign only where something is left of it, in the oldest browser, too',
  (value, digits, text) => {
    vi.stubGlobal('Intl', { ...Intl, NumberFormat: OldNumberFormat });
    expect(numberWriter(LANGUAGES.en, 'full').fixed(value, digits)).toBe(text);
  },
);

it.each([
  [0, 0, '0 %'],
  [0.0025, 0, '< 1 %'],
  [0.0125, 0, '1 %'],
  [0.25, 0, '25 %'],
  [0.9975, 0, '> 99 %'],
  [1, 0, '100 %'],
  [1.31, 0, '131 %'],
  [0.0000125, 2, '< 0.01 %'],
  [Number.NaN, 0, '– %'],
])('the share %d is, with %i decimals, %s: what is neither none nor all is not called so', (share, digits, text) => {
  expect(numberWriter(LANGUAGES.en, 'brief').percent(share, digits)).toBe(text);
});

it.each([
  [999.96, '1,000', '1,000', '1,000'],
  [99.96, '100', '100.0', '100.0'],
  [9.996, '10', '10.0', '10.0'],
  [0.9996, '1', '1', '1.00'],
])('the number %d is written with the digits of what it is rounded to', (value, ...texts) => {
  expect((['brief', 'full', 'even'] as const).map((style) => numberWriter(LANGUAGES.en, style).number(value))).toEqual(
    texts,
  );
});

it.each([
  [999_960, '1 ms', '1 ms', '1.00 ms'],
  [999_600_000, '1 s', '999.6 ms', '1.00 s'],
  [99_960, '100 µs', '100.0 µs', '100 µs'],
  [9_996, '10 µs', '10.0 µs', '10.0 µs'],
  [119.6e9, '2 min', '119.6 s', '120 s'],
])('a time of %d ns is never 1,000 of a unit, and has the digits of what it is rounded to', (ns, ...texts) => {
  const text = (style: 'brief' | 'full' | 'even') => {
    const { time, join } = numberWriter(LANGUAGES.en, style);
    return join(time(ns));
  };
  expect((['brief', 'full', 'even'] as const).map(text)).toEqual(texts);
});

it.each([
  [999_600_000, '1 GB', '1 GB', '1.0 GB'],
  [99_960_000, '100 MB', '100 MB', '100 MB'],
  [9_960_000, '10 MB', '9.96 MB', '10.0 MB'],
])('a size of %d bytes as well', (bytes, ...texts) => {
  const text = (style: 'brief' | 'full' | 'even') => {
    const { size, join } = numberWriter(LANGUAGES.en, style);
    return join(size(bytes));
  };
  expect((['brief', 'full', 'even'] as const).map(text)).toEqual(texts);
});

it.each([
  [999_600_000, '1.00 GB'],
  [999_400_000, '999 MB'],
  [9_996_000_000, '10.0 GB'],
  [99_960_000_000, '100 GB'],
  [99_960_000, '100 MB'],
  [0, '0 MB'],
])('a drive of %d bytes is sold as %s', (bytes, text) => expect(formatSize(bytes)).toBe(text));
