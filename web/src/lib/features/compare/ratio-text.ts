import type { RatioKind } from '@opfsmark/schema/figures';
import { useI18n, useTexts } from '$lib/base/i18n/index.ts';
import { roundFactor } from '$lib/base/figures/value.ts';
import { sayRatio } from './ratio.ts';

/** Within a component: ratios in the page's language. */
export function useRatioText() {
  const i18n = useI18n();
  const texts = useTexts('compare');
  const factorText = (factor: number) => {
    const { value, digits } = roundFactor(factor);
    return i18n.format.number(value, digits);
  };
  function say(ratio: number, kind: RatioKind): string {
    const { word, factor } = sayRatio(ratio, kind);
    return texts.t.ratios[word]({ factor: factorText(factor) });
  }
  return {
    /** "200× slower", "3.2× faster", "no clear difference". */
    say,
    /** "180 to 260× slower", "1.2× slower to 1.1× faster". */
    sayRange(low: number, high: number, kind: RatioKind): string {
      const [a, b] = [sayRatio(low, kind), sayRatio(high, kind)];
      if (a.word !== b.word) return texts.t.interval({ low: say(low, kind), high: say(high, kind) });
      const [least, greatest] = a.factor < b.factor ? [a.factor, b.factor] : [b.factor, a.factor];
      return texts.t.ranges[a.word]({ low: factorText(least), high: factorText(greatest) });
    },
    /** At an axis: "10×", "1/10". */
    tick(ratio: number): string {
      return ratio < 1
        ? texts.t.fraction({ factor: factorText(1 / ratio) })
        : texts.t.times({ factor: ratio === 1 ? i18n.format.number(1, 0) : factorText(ratio) });
    },
  };
}
