import { describe, expect, test } from 'vitest';
import { createI18n } from '../src/lib/base/i18n/index.ts';
import { LANGUAGE_IDS } from '../src/lib/base/i18n/languages.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { reasonText } from '../src/lib/features/checked/say.ts';
import { checkedViews } from '../src/lib/features/checked/view.ts';

const VIEWS = checkedViews();

describe.each(LANGUAGE_IDS)('%s', (language) => {
  test('has words for every published table, what was counted, and why', async () => {
    await Promise.all([texts.load(language, 'site'), texts.load(language, 'prose')]);
    const { format } = createI18n(language);
    const { checked: t } = texts.texts(language, 'prose');
    expect(VIEWS.map(({ table }) => table).toSorted()).toEqual(Object.keys(t.tables).toSorted());
    for (const view of VIEWS) {
      for (const { operation } of [...view.rows, ...view.ratios])
        expect(Object.keys(t.operations)).toContain(operation);
      for (const { contender } of view.rows) expect(Object.keys(t.contenders)).toContain(contender);
      for (const reason of view.judgement.reasons) {
        expect(reasonText(reason, { view, t, format })).not.toMatch(/[{}]|NaN|undefined/);
      }
    }
  });
});
