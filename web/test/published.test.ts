import { expect, test } from 'vitest';
import { publishedCases } from '../src/lib/compare/published.ts';

/** Names of products, file systems, tests and sizes are the same in every language. */
const NAMES = /^(?:[\d.,]+ ?(?:[KM]i)?B|SSD|HDD|APFS|HFS\+|exFAT|[LH]L \d+K x \d+|s|ms|%|IOPS|k?B\/s|Mi?B\/s)$/;

const textsOf = (language: 'en' | 'ja') =>
  publishedCases(language).flatMap(({ title, source, notes, tables }) => [
    title,
    source,
    ...notes,
    ...tables.flatMap((table) => [table.title, table.unit, table.baseline, ...table.rows.map(({ label }) => label)]),
  ]);

test('published figures are Japanese on a Japanese page, but for names', () => {
  const english = textsOf('en');
  const same = textsOf('ja').filter((text, index) => text === english[index]);
  expect([...new Set(same)].filter((text) => !NAMES.test(text))).toEqual([]);
});

test('a table keeps its baseline and its values', () => {
  const english = publishedCases('en').flatMap(({ tables }) => tables);
  publishedCases('ja')
    .flatMap(({ tables }) => tables)
    .forEach(({ baseline, rows }, index) => {
      expect(rows.map(({ label }) => label)).toContain(baseline);
      expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length);
      expect(rows.map(({ value }) => value)).toEqual(english[index]?.rows.map(({ value }) => value));
    });
});
