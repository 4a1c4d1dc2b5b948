import { expect, test } from 'vitest';

const SOURCES = import.meta.glob<string>('../src/**/*.{svelte,css}', { eager: true, query: '?raw', import: 'default' });

/**
 * Before a browser on Linux can lay out, it asks another process about each size in each weight and waits for the answer:
 * with 21 of them the first layout of a result took twice as long as with 13.
 */
const SIZES = ['12px', '13px', '14px', '15px', '17px', '22px', '26px', '30px', '40px', '46px', '60px'];
const WEIGHTS = ['400', '600'];

const valuesOf = (property: string) => {
  const declaration = new RegExp(`(?<![-\\w])${property}:\\s*([^;]+);`, 'g');
  return Object.values(SOURCES).flatMap((source) => [...source.matchAll(declaration)].map(([, value]) => value));
};

test.each([
  ['font-size', SIZES],
  ['font-weight', WEIGHTS],
])('every %s is one of the few that the pages share', (property, allowed) => {
  const found = valuesOf(property);
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((value) => !allowed.includes(value ?? ''))).toEqual([]);
});
