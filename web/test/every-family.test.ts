import { rowShortName } from '@opfsmark/schema/documents';
import {
  DEFAULT_FAMILY,
  FAMILY_IDS,
  figuresOf,
  iostatParts,
  isRecordOf,
  planFromParameters,
  familyOf,
  type RunRecord,
} from '@opfsmark/schema/families';
import { figureText } from '@opfsmark/schema/figures';
import { figureTitle } from '@opfsmark/schema/answer/words/figure-names';
import { describe, expect, it } from 'vitest';
import families from '../src/lib/base/i18n/texts/en/families.ts';
import { compareRuns } from '../src/lib/features/compare/compare.ts';
import { comparedRunOf } from '../src/lib/features/compare/compared-run.ts';
import { entryOf } from '../src/lib/features/families/views.ts';
import { entryOf as historyEntryOf } from '../src/lib/features/history/entry-of.ts';
import { runAddress } from '../src/lib/features/run/address/address.ts';

/** The records that the service is tested with. */
const FILES = import.meta.glob<RunRecord>('../../worker-api/proof/real/*-*.json', { eager: true, import: 'default' });
const RECORDS = FAMILY_IDS.map((id) => {
  const record = Object.values(FILES).find(({ family }) => family === id);
  if (!record) throw new Error(`no real record of ${id}`);
  return [id, record] as const;
});

describe.each(RECORDS)('a published run of %s', (family, record) => {
  it('has an address that runs the same plan again', () => {
    const { searchParams } = new URL(runAddress(familyOf(family), record.plan), 'https://opfsmark.test');
    expect(searchParams.get('family') ?? DEFAULT_FAMILY).toBe(family);
    expect(planFromParameters(searchParams)).toEqual({ plan: record.plan, problems: [] });
  });

  it('stands beside another run of its family, figure by figure', () => {
    const [one, other] = ['A', 'B'].map((run_id) => comparedRunOf({ run_id, record, declared: { device: run_id } }));
    if (!one || !other) throw new Error('no runs');
    const rows = compareRuns([one, other], one);
    expect(rows.map(({ id }) => id)).toEqual(figuresOf(record).map(({ id }) => id));
    for (const { cells } of rows) expect(cells[1]?.ratio).toMatchObject({ tie: true });
  });

  it('is saved as text, Markdown and CSV with every figure', async () => {
    const exporter = await entryOf(family).exporter();
    const [text, markdown, csv] = [exporter.text(record), exporter.markdown(record), exporter.csv(record)];
    if (isRecordOf(record, 'matrix')) {
      for (const { row } of record.result.jobs) expect(markdown).toContain(rowShortName(row));
      expect(csv.trimEnd().split('\r\n').length).toBeGreaterThan(record.result.jobs.length);
      expect(text).toContain('MB/s');
      return;
    }
    for (const figure of figuresOf(record)) {
      const { value, unit } = figureText(figure);
      const words = [figureTitle(family, figure), `${value} ${unit}`];
      const isLine = (line: string) => words.every((word) => line.includes(word));
      for (const table of [text, markdown]) expect(table.split(/\r?\n/).some(isLine), words.join()).toBe(true);
      expect(csv).toContain(`,${figure.id},`);
    }
    // A division gives sixteen digits, a measurement hardly six.
    expect(csv).not.toMatch(/\d\.\d{10}/);
  });

  it('is named in words in every list of figures and parts', () => {
    const names = [...figuresOf(record).map(({ name }) => name), ...iostatParts(record.result).map(({ part }) => part)];
    // A word with a digit is the name of a row or a number, which every language has.
    const words = names.flatMap((name) => name.split(' ')).filter((word) => !/\d/.test(word));
    expect(Object.keys(families.parts)).toEqual(expect.arrayContaining(words));
  });

  it('is kept in History under its family', () => {
    expect(historyEntryOf(record, null)).toMatchObject({ family, profile: record.plan.profile, status: 'done' });
  });
});
