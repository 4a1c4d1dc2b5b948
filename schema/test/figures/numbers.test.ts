import { afterEach, expect, it, vi } from 'vitest';
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
