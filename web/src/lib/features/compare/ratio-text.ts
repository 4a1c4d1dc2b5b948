import { useI18n, useTexts } from '$lib/base/i18n/index.ts';
import { roundFactor, sayRatio, type RatioKind } from './ratio.ts';

/** Within a component: ratios in the page's language. */
export function useRatioText() {
  const i18n = useI18n();
  const texts = useTexts('compare');
  const factorText = (factor: number) => {
    const { value, digits } = roundFactor(factor);
    return i18n.format.number(value, digits);
  };
  return {
    /** "200× slower", "3.2× faster", "no clear difference". */
    say(ratio: number, kind: RatioKind): string {
      const { word, factor } = sayRatio(ratio, kind);
      return texts.t.ratios[word]({ factor: factorText(factor) });
    },
    /** At an axis: "10×", "1/10". */
    tick(ratio: number): string {
      return ratio < 1
        ? texts.t.fraction({ factor: factorText(1 / ratio) })
        : texts.t.times({ factor: ratio === 1 ? i18n.format.number(1, 0) : factorText(ratio) });
    },
  };
}
