import { expect, it } from 'vitest';
import { chunkGroups, type Chunk } from '../scripts/chunk-groups.ts';

const SMALL = 300;
const LARGE = 30_000;

const chunk = (name: string, size: number, ...imports: string[]): Chunk => ({
  ...{ file: `${name}.js`, modules: [name], size, imports: imports.map((one) => `${one}.js`) },
});

/** The modules that are one file, sorted. */
function filesOf(chunks: readonly Chunk[], ...loads: string[][]): string[] {
  const groups = chunkGroups(chunks, loads);
  const modulesOf = (group: string) => [...groups.keys()].filter((module) => groups.get(module) === group);
  return [...new Set(groups.values())].map((group) => modulesOf(group).toSorted().join(' ')).toSorted();
}

it('makes one file of what the same pages load, with all that it imports', () => {
  const chunks = [
    chunk('page', LARGE, 'part'),
    chunk('part', LARGE, 'deep'),
    chunk('deep', LARGE),
    chunk('other', LARGE),
  ];
  expect(filesOf(chunks, ['page'], ['other'])).toEqual(['deep page part', 'other']);
});

it('leaves what no page loads by itself as it is', () => {
  expect(filesOf([chunk('page', SMALL), chunk('dialog', SMALL, 'page')], ['page'])).toEqual(['page']);
});

it('joins what is small with what nearly the same pages load, and nothing large', () => {
  const pages = (of: string) =>
    ['a', 'b', 'c'].map((name) => chunk(name, LARGE, of, ...(name === 'c' ? [] : ['most'])));
  const loads = [['a'], ['b'], ['c']];
  const ofAll = chunk('all', LARGE);
  expect(filesOf([...pages('all'), ofAll, chunk('most', SMALL)], ...loads)).toEqual(['a', 'all most', 'b', 'c']);
  expect(filesOf([...pages('all'), ofAll, chunk('most', LARGE)], ...loads)).toEqual(['a', 'all', 'b', 'c', 'most']);
});

it('keeps apart what stands alone, and finds what that imports', () => {
  const words = { ...chunk('words', SMALL, 'grammar'), isAlone: true };
  expect(filesOf([chunk('page', SMALL), words, chunk('grammar', SMALL)], ['page', 'words'])).toEqual(['grammar page']);
});

it('makes no two files that import each other', () => {
  const words = { ...chunk('words', SMALL, 'grammar'), isAlone: true };
  const chunks = [chunk('page', SMALL, 'words'), words, chunk('grammar', SMALL)];
  expect(filesOf(chunks, ['page'])).toEqual(['grammar', 'page']);
});
