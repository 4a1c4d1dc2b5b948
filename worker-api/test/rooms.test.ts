import { expect, it } from 'vitest';

/** From the top down, as README.md lists them: a folder imports only folders of later lines. */
const ORDER: readonly (readonly string[])[] = [
  ['routes'],
  ['middleware'],
  ['openapi'],
  ['discovery'],
  ['pictures', 'export', 'views', 'moderation', 'snapshot'],
  ['intake'],
  ['aggregation'],
  ['store'],
  ['boards', 'figures'],
  ['base'],
];

const SOURCES = import.meta.glob<string>('../src/*/**/*.ts', { query: '?raw', eager: true, import: 'default' });
const FILES = Object.entries(SOURCES).map(([path, text]) => ({ path: path.replace('../src/', ''), text }));
const levelOf = (folder: string) => ORDER.findIndex((folders) => folders.includes(folder));

it('folders import only folders below them', () => {
  expect(new Set(FILES.map(({ path }) => path.split('/')[0]))).toEqual(new Set(ORDER.flat()));
  const wrong = FILES.flatMap(({ path, text }) => {
    const url = new URL(path, 'file:///');
    const [own = ''] = path.split('/');
    return [...text.matchAll(/from '(\.[^']+)'/g)]
      .map(([, target = '']) => new URL(target, url).pathname.split('/')[1] ?? '')
      .filter((folder) => folder !== own && folder !== 'assets' && levelOf(folder) <= levelOf(own))
      .map((folder) => `${path} -> ${folder}`);
  });
  expect(wrong).toEqual([]);
});

it('SQL stands in store alone', () => {
  const isSql = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.+\b(?:FROM|VALUES|SET|WHERE)\b/;
  const folders = FILES.filter(({ text }) => isSql.test(text)).map(({ path }) => path.split('/')[0]);
  expect([...new Set(folders)]).toEqual(['store']);
});
