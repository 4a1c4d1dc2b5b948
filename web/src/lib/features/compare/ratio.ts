import type { RatioKind } from '@opfsmark/schema/figures';
import { SAME_FACTOR } from '@opfsmark/schema/report/format';
import { roundFactor } from '$lib/base/figures/value.ts';
import { useI18n, useTexts } from '$lib/base/i18n/index.ts';

type RatioWord = 'faster' | 'slower' | 'more' | 'less' | 'same';

interface SaidRatio {
  readonly word: RatioWord;
  /** 1 or more. */
  readonly factor: number;
}

/** A ratio as people say it: by how many times, and in which direction. */
export function sayRatio(ratio: number, kind: RatioKind): SaidRatio {
  const factor = ratio >= 1 ? ratio : 1 / ratio;
  if (!(factor >= SAME_FACTOR)) return { word: 'same', factor: 1 };
  if (kind === 'speed') return { word: ratio > 1 ? 'faster' : 'slower', factor };
  return { word: ratio > 1 ? 'more' : 'less', factor };
}

/** Half the width of a logarithmic axis around 1 that holds these: 2 times, 3.2, 10, 100 .. */
export function axisReach(logs: readonly number[]): number {
  const max = Math.max(0, ...logs.map(Math.abs).filter(Number.isFinite));
  return [Math.log10(2), 0.5, 1].find((reach) => max <= reach) ?? Math.ceil(max);
}

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
