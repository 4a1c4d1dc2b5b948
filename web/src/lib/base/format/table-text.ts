import type { Format } from './format.ts';
import { roundFactor, SAME_FACTOR } from './factor.ts';

export const NOTHING = '–';

/** A number that may not be there. */
export const orDash = (value: number | null, show: (value: number) => string) =>
  value === null ? NOTHING : show(value);

export const mbs = (format: Format, bytesPerS: number | null) =>
  orDash(bytesPerS, (value) => format.number(value / 1e6));

/** How a language says by how many times something is faster or slower. */
export interface SpeedWords {
  readonly faster: (by: { readonly factor: string }) => string;
  readonly slower: (by: { readonly factor: string }) => string;
  readonly same: () => string;
}

/** "20× slower": a speed against another, in words. */
export const speedText = (format: Format, words: SpeedWords, ratio: number | null) =>
  orDash(ratio, (value) => {
    const { value: factor, digits } = roundFactor(value >= 1 ? value : 1 / value);
    if (!(factor >= SAME_FACTOR)) return words.same();
    return (value > 1 ? words.faster : words.slower)({ factor: format.number(factor, digits) });
  });
