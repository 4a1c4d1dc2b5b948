import type { PublishedCase } from '@opfsmark/schema';
import vectors from '@opfsmark/schema/vectors/published/cases.json';
import type { Language } from '../i18n/index.ts';
import words from './i18n/published-words-ja.ts';

const CASES = vectors as PublishedCase[];
const japanese = new Map<string, string>(Object.entries(words));
const sayJapanese = (text: string) => japanese.get(text) ?? text;

type Table = PublishedCase['tables'][number];
/** A case in the words of a language, its units among them. */
export type SaidCase = Omit<PublishedCase, 'tables'> & {
  readonly tables: readonly (Omit<Table, 'unit'> & { readonly unit: string })[];
};

function translated(shown: PublishedCase, say: (text: string) => string): SaidCase {
  const { title, source, notes, tables } = shown;
  return {
    ...shown,
    title: say(title),
    source: say(source),
    notes: notes.map(say),
    tables: tables.map((table) => ({
      ...table,
      title: say(table.title),
      unit: say(table.unit),
      baseline: say(table.baseline),
      rows: table.rows.map((row) => ({ ...row, label: say(row.label) })),
    })),
  };
}

/** Figures that others have published, as the page says them. */
export function publishedCases(language: Language): readonly SaidCase[] {
  return language === 'ja' ? CASES.map((one) => translated(one, sayJapanese)) : CASES;
}
