import type { PublishedCase } from '@opfsmark/schema/documents';
import vectors from '@opfsmark/schema/published/cases.json';

const CASES = vectors as PublishedCase[];

type Table = PublishedCase['tables'][number];
/** A case in the words of a language, its units among them. */
export type SaidCase = Omit<PublishedCase, 'tables'> & {
  readonly tables: readonly (Omit<Table, 'unit'> & { readonly unit: string })[];
};

/** Figures that others have published; `words` are the texts `compare.publishedWords`. */
export function publishedCases(words: Readonly<Record<string, string>>): readonly SaidCase[] {
  const say = (text: string) => words[text] ?? text;
  return CASES.map((publishedCase) => ({
    ...publishedCase,
    title: say(publishedCase.title),
    source: say(publishedCase.source),
    notes: publishedCase.notes.map(say),
    tables: publishedCase.tables.map((table) => ({
      ...table,
      title: say(table.title),
      unit: say(table.unit),
      baseline: say(table.baseline),
      rows: table.rows.map((row) => ({ ...row, label: say(row.label) })),
    })),
  }));
}
