import { useI18n, useTexts } from '../i18n/index.ts';
import { roundFactor } from './value.ts';

/** The sides of a drive that people see, each as a rate. */
export type ChangeKind = 'save' | 'small_read' | 'large_read' | 'large_write';

export interface ChangePart {
  readonly kind: ChangeKind;
  /** Above 1 is faster; 1: no clear change. */
  readonly ratio: number;
}

/** Within a component: "Saves are 3.1 times as fast since 12 November; large reads did not change." */
export function useChangeText(): (parts: readonly ChangePart[], since: string) => string {
  const i18n = useI18n();
  const texts = useTexts('compare', 'change');
  return (parts, since) => {
    const { t } = texts;
    const sized = parts.toSorted((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)));
    const phrases = sized
      .filter(({ ratio }) => ratio !== 1)
      .map(({ kind, ratio }) => {
        const { value, digits } = roundFactor(ratio > 1 ? ratio : 1 / ratio);
        const factor = i18n.format.number(value, digits);
        return t[ratio > 1 ? 'faster' : 'slower']({ what: t.what[kind](), factor });
      });
    const same = sized.filter(({ ratio }) => ratio === 1).map(({ kind }) => t.what[kind]());
    const [first, ...others] = phrases;
    if (first === undefined) return t.none({ since });
    const all = [t.since({ text: first, since }), ...others];
    if (same.length > 0) all.push(t.same({ what: i18n.format.list(same) }));
    const text = t.whole({ text: all.join(t.and()) });
    return text.charAt(0).toLocaleUpperCase(i18n.language) + text.slice(1);
  };
}
