import { expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>('../src/*/**/*.ts', { query: '?raw', eager: true, import: 'default' });
const FILES = Object.entries(SOURCES).map(([path, text]) => ({ path: path.replace('../src/', ''), text }));

it('SQL stands in store alone', () => {
  const isSql = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.+\b(?:FROM|VALUES|SET|WHERE)\b/;
  const folders = FILES.filter(({ text }) => isSql.test(text)).map(({ path }) => path.split('/')[0]);
  expect([...new Set(folders)]).toEqual(['store']);
});
