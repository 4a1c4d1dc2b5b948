import { DEFAULT_FAMILY, figuresOf, iostatParts, planFromParameters, familyOf } from '@opfsmark/schema/families';
import { folderOf, type FamilyWords } from '@opfsmark/schema/report/names';
import { REAL_FAMILIES } from '@opfsmark/schema/test-support/real-records';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_IDS } from '../src/lib/base/i18n/languages.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { compareRuns } from '../src/lib/features/compare/compare.ts';
import { comparedRunOf } from '../src/lib/features/compare/compared-run.ts';
import { entryOf as historyEntryOf } from '../src/lib/features/history/keep.ts';
import { runAddress } from '../src/lib/features/run/address.ts';

describe.each(REAL_FAMILIES)('a published run of %s', (family, record) => {
  it('has an address that runs the same plan again', () => {
    const { searchParams } = new URL(runAddress(familyOf(family), record.plan), 'https://opfsmark.test');
    expect(searchParams.get('family') ?? DEFAULT_FAMILY).toBe(family);
    expect(planFromParameters(searchParams)).toEqual({
      // Records without `drive_s` say by their other fields how long passes are.
      plan: { ...record.plan, ...(family === 'matrix' && { drive_s: 0 }) },
      problems: [],
    });
  });

  it('stands beside another run of its family, figure by figure', () => {
    const [one, other] = ['A', 'B'].map((run_id) => comparedRunOf({ run_id, record, declared: { device: run_id } }));
    if (!one || !other) throw new Error('no runs');
    const rows = compareRuns([one, other], one);
    expect(rows.map(({ id }) => id)).toEqual(figuresOf(record).map(({ id }) => id));
    for (const { cells } of rows) expect(cells[1]?.ratio).toMatchObject({ tie: true });
  });

  it('has every part and figure named in every language', async () => {
    const names = [...figuresOf(record).map(({ name }) => name), ...iostatParts(record.result).map(({ part }) => part)];
    // A word with a digit is the name of a row or a number, which every language has.
    const words = names.flatMap((name) => name.split(' ')).filter((word) => !/\d/.test(word));
    for (const language of LANGUAGE_IDS) {
      await texts.load(language, 'families');
      const all: Readonly<Record<string, unknown>> = texts.messages(language, 'families').words;
      expect(Object.keys((all[folderOf(family)] as FamilyWords).names)).toEqual(expect.arrayContaining(words));
    }
  });

  it('is kept in History under its family', () => {
    expect(historyEntryOf(record, null)).toMatchObject({ family, profile: record.plan.profile, status: 'done' });
  });
});
