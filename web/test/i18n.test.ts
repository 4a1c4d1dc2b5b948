import { expect, test } from 'vitest';
import { createI18n, negotiate } from '../src/lib/i18n/index.ts';
import en from '../src/lib/i18n/en/index.ts';
import ja from '../src/lib/i18n/ja/index.ts';
import resultEn from '../src/lib/result/i18n/en.ts';
import resultJa from '../src/lib/result/i18n/ja.ts';
import customiseEn from '../src/lib/run/customise/i18n/en.ts';
import customiseJa from '../src/lib/run/customise/i18n/ja.ts';
import troubleEn from '../src/lib/run/trouble/i18n/en.ts';
import troubleJa from '../src/lib/run/trouble/i18n/ja.ts';
import publishEn from '../src/lib/publish/i18n/en.ts';
import publishJa from '../src/lib/publish/i18n/ja.ts';
import permalinkEn from '../src/lib/permalink/i18n/en.ts';
import permalinkJa from '../src/lib/permalink/i18n/ja.ts';
import boardEn from '../src/lib/board/i18n/en.ts';
import boardJa from '../src/lib/board/i18n/ja.ts';
import familyEn from '../src/lib/families/i18n/en.ts';
import familyJa from '../src/lib/families/i18n/ja.ts';
import compareEn from '../src/lib/compare/i18n/en.ts';
import compareJa from '../src/lib/compare/i18n/ja.ts';
import historyEn from '../src/lib/history/i18n/en.ts';
import historyJa from '../src/lib/history/i18n/ja.ts';
import drivesEn from '../src/lib/drives/i18n/en.ts';
import drivesJa from '../src/lib/drives/i18n/ja.ts';

type Tree = { readonly [key: string]: string | Tree };

function texts(tree: Tree, path = ''): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : texts(value, `${path}${key}.`),
  );
}

const parameters = (text: string) =>
  [...new Set([...text.matchAll(/(?<!\{)\{(\w+)(?:\|\w+)?\}/g)].map((match) => match[1]))].toSorted();

test.each<[string, Tree, Tree]>([
  ['the site', en, ja],
  ['result', resultEn, resultJa],
  ['customise', customiseEn, customiseJa],
  ['trouble', troubleEn, troubleJa],
  ['publish', publishEn, publishJa],
  ['permalink', permalinkEn, permalinkJa],
  ['board', boardEn, boardJa],
  ['family', familyEn, familyJa],
  ['compare', compareEn, compareJa],
  ['history', historyEn, historyJa],
  ['drives', drivesEn, drivesJa],
])('both languages fill in the same values: %s', (_, english, translated) => {
  const japanese = new Map(texts(translated));
  for (const [path, text] of texts(english))
    expect.soft(parameters(japanese.get(path) ?? ''), path).toEqual(parameters(text));
});

test('texts take values, format numbers and know plurals', () => {
  const { t } = createI18n('en', en);
  expect(t.grid.workers({ workers: 1 })).toBe('1 worker');
  expect(t.grid.workers({ workers: 32 })).toBe('32 workers');
  expect(t.context.clock({ step: '5 µs' })).toBe('5 µs clock');
  expect(createI18n('ja', ja).t.grid.workers({ workers: 32 })).toBe('32 ワーカー');
});

test.each([
  ['ja-JP,ja;q=0.9,en-US;q=0.8', 'ja'],
  ['en-GB,en;q=0.9,ja;q=0.8', 'en'],
  ['fr-FR,ja;q=0.5,en;q=0.7', 'en'],
  ['ja;q=0,fr', 'en'],
  ['', 'en'],
  [null, 'en'],
])('%s is answered in %s', (header, language) => expect(negotiate(header)).toBe(language));
