import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import en from '../src/lib/base/i18n/texts/en/method.ts';
import ja from '../src/lib/base/i18n/texts/ja/method.ts';

const SOURCE = new URL('../src/', import.meta.url);

/** `/method#verdict` and the like, wherever a page links there. */
const linked = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:svelte|ts)$/.test(name))
  .flatMap((name) => [...readFileSync(new URL(name, SOURCE), 'utf8').matchAll(/\/method#([a-z-]+)/g)])
  .map(([, id = '']) => id);

test.each([...new Set(linked)])('the page about the method has the part %s in every language', (id) => {
  expect(en.sections.map((section) => section.id)).toContain(id);
  expect(ja.sections.map((section) => section.id)).toEqual(en.sections.map((section) => section.id));
});
