import { useI18n, useTexts } from '$lib/base/i18n/index.ts';
import type { Difference, Leading } from './leading.ts';
import { useRatioText } from './ratio-text.ts';

/** Hebrew, Arabic and what is written like them: within a sentence it must not turn what stands around it. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;
const isolated = (name: string) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** With more results than this, only the one that differs most is named. */
const MAX_NAMED = 2;

/** What is called by its name in the sentence: what has none that tells it apart is called by its letter. */
export function shortNames(names: readonly (string | null)[], letters: readonly string[]): string[] {
  return names.map((name, index) => {
    const isOnly = names.filter((other) => other === name).length === 1;
    return name !== null && isOnly ? isolated(name) : (letters[index] ?? '');
  });
}

/** Within a component: what a comparison says first, in the page's language. */
export function useLeadText() {
  const i18n = useI18n();
  const texts = useTexts('compare');
  const ratios = useRatioText();

  function differencesText(differences: readonly Difference[], base: string, nameOf: (id: string) => string): string {
    const { t } = texts;
    const named = differences.length > MAX_NAMED ? differences.slice(0, 1) : differences;
    const said = named.map(({ run_id, ratio }, index) => {
      const name = nameOf(run_id);
      if (ratio.tie || ratio.chance) return t.leadTie({ name });
      const text = ratios.say(ratio.ratio, 'speed');
      return index === 0 ? t.leadFirst({ name, ratio: text, base }) : t.leadNext({ name, ratio: text });
    });
    return i18n.format.list(said);
  }

  return (leading: Leading, base: string, nameOf: (id: string) => string, labelOf: (row: string) => string) => {
    const { t } = texts;
    switch (leading.kind) {
      case 'same':
        return leading.isChance ? t.leadChance() : t.leadSame();
      case 'incomparable':
        return t.leadIncomparable();
      case 'mark':
      case 'row': {
        const subject = leading.kind === 'mark' ? t.subjects[leading.mark]() : labelOf(leading.name);
        return t.lead({ subject, differences: differencesText(leading.differences, base, nameOf) });
      }
    }
  };
}
