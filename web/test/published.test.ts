import { expect, test } from 'vitest';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_IDS, type Language } from '../src/lib/base/i18n/languages.ts';
import { publishedCases } from '../src/lib/base/figures/published.ts';

/** Names of products, file systems, tests and sizes are the same in every language. */
const NAMES = /^(?:[\d.,]+ ?(?:[KM]i)?B|SSD|HDD|APFS|HFS\+|exFAT|[LH]L \d+K x \d+|s|ms|%|IOPS|k?B\/s|Mi?B\/s)$/;

const TRANSLATED = LANGUAGE_IDS.filter((language) => language !== DEFAULT_LANGUAGE);

await Promise.all(LANGUAGE_IDS.map((language) => texts.load(language, 'compare')));
const casesIn = (language: Language) => publishedCases(texts.messages(language, 'compare').publishedWords);
const textsOf = (language: Language) =>
  casesIn(language).flatMap(({ title, source, notes, tables }) => [
    title,
    source,
    ...notes,
    ...tables.flatMap((table) => [table.title, table.unit, table.baseline, ...table.rows.map(({ label }) => label)]),
  ]);

const english = casesIn(DEFAULT_LANGUAGE).flatMap(({ tables }) => tables);

test.each(TRANSLATED)('published figures are translated, but for names: %s', (language) => {
  const same = textsOf(language).filter((text, index) => text === textsOf(DEFAULT_LANGUAGE)[index]);
  expect([...new Set(same)].filter((text) => !NAMES.test(text))).toEqual([]);
});

test.each(TRANSLATED)('no word is translated that nothing published has: %s', (language) => {
  expect(textsOf(DEFAULT_LANGUAGE)).toEqual(
    expect.arrayContaining(Object.keys(texts.messages(language, 'compare').publishedWords)),
  );
});

test.each(TRANSLATED)('a table keeps its baseline and its values: %s', (language) => {
  casesIn(language)
    .flatMap(({ tables }) => tables)
    .forEach(({ baseline, rows }, index) => {
      expect(rows.map(({ label }) => label)).toContain(baseline);
      expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length);
      expect(rows.map(({ value }) => value)).toEqual(english[index]?.rows.map(({ value }) => value));
    });
});

test('published figures say "per second", never "a second"', () => {
  expect(textsOf(DEFAULT_LANGUAGE).filter((text) => /(?<!of )\ba second\b/.test(text))).toEqual([]);
});
