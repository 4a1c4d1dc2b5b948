import { expect, it } from 'vitest';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import { numberWriter } from '../../src/figures/numbers.ts';

const { percent } = numberWriter(LANGUAGES.en, 'brief');

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
  expect(percent(share, digits)).toBe(text);
});
