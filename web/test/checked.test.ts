import { describe, expect, test } from 'vitest';
import { createI18n } from '../src/lib/base/i18n/index.ts';
import { LANGUAGE_IDS } from '../src/lib/base/i18n/languages.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { controlText } from '../src/lib/features/browsers/say.ts';
import { reasonText, releaseTexts } from '../src/lib/features/checked/say.ts';
import { checkedViews, releasesViews } from '../src/lib/features/checked/view.ts';

const VIEWS = checkedViews();

describe.each(LANGUAGE_IDS)('%s', (language) => {
  test('has words for every published table, what was counted, and why', async () => {
    await Promise.all([texts.load(language, 'site'), texts.load(language, 'checked')]);
    const { format } = createI18n(language);
    const t = texts.texts(language, 'checked');
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

  test('says of the control of a change that it changed, that it did not, or that this is not clear', async () => {
    await Promise.all([texts.load(language, 'site'), texts.load(language, 'browsers')]);
    const wording = { format: createI18n(language).format, t: texts.texts(language, 'browsers') };
    const say = (verdict: 'worse' | 'same' | 'unclear') =>
      controlText({ verdict, ratio: 0.8, low: 0.787, high: 1.017 }, wording);
    expect(say('worse')).toContain('1.25');
    expect(say('same')).toBe(wording.t.controlSame());
    expect(say('unclear')).toMatch(/0\.787.*1\.017/);
  });

  test('says of a release what changed, that nothing did, or why nobody knows', async () => {
    await Promise.all([texts.load(language, 'site'), texts.load(language, 'checked')]);
    const context = {
      format: createI18n(language).format,
      t: texts.texts(language, 'checked'),
      names: { put: 'PUT' },
    };
    const [head] = releasesViews();
    const figure = {
      figure: 'put',
      verdict: 'worse',
      ratio: 0.5,
      low: 0.4,
      high: 0.625,
      noise: 1.1,
      calls: [60, 36],
    } as const;
    const row = { version: '2', released: true, against: '1', failure: null, figures: [figure] } as const;
    const unclearFigure = { ...figure, verdict: 'unclear' } as const;
    const rows = [
      row,
      { ...row, figures: [unclearFigure] },
      { ...row, figures: [] },
      { ...row, failure: 'no such package' },
    ];
    const entry = head && { ...head, rows };
    const views = entry ? releasesViews([entry]) : [];
    const [slowerText, countsText, sameText, failedText] = views.flatMap((view) =>
      view.rows.map((one) => releaseTexts(one, context).join(' ')),
    );
    expect(slowerText).toMatch(/PUT.*2.*1[.,]6–2[.,]5.*60 → 36/);
    expect(countsText).toMatch(/PUT.*60 → 36/);
    expect(countsText).not.toMatch(/2[.,]5/);
    expect(sameText).toBe(context.t.releases.same());
    expect(failedText).toContain('no such package');
    for (const { rows } of releasesViews()) {
      for (const one of rows) expect(releaseTexts(one, context).join(' ')).not.toMatch(/[{}]|NaN|undefined/);
    }
  });
});
