import { describe, expect, test } from 'vitest';
import { createI18n } from '../src/lib/base/i18n/index.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_IDS, LANGUAGES, negotiate, type Language } from '../src/lib/base/i18n/languages.ts';
import {
  type Chunks,
  type MessageTree,
  type Subject,
  texts,
  TextStore,
  translate,
} from '../src/lib/base/i18n/texts.ts';
import { MARKS, pseudoMessages } from './pseudo-language.ts';
import { BROWSERS, EVIDENCE_REASONS } from '@opfsmark/schema/evidence';
import words from '@opfsmark/schema/answer/words/ja';
import capacityWords from '@opfsmark/schema/capacity/words/ja';
import { publishedCases } from '../src/lib/base/figures/published.ts';
import { standardPlan } from '@opfsmark/schema/families';
import proseEn from '../src/lib/base/i18n/texts/en/prose.ts';
import proseJa from '../src/lib/base/i18n/texts/ja/prose.ts';

const files = Object.keys(import.meta.glob('../src/lib/base/i18n/texts/*/*.ts'));
const subjectsOf = (language: string) =>
  files.flatMap((path) => new RegExp(`/texts/${language}/([\\w-]+)\\.ts$`).exec(path)?.[1] ?? []) as Subject[];
const SUBJECTS = subjectsOf(DEFAULT_LANGUAGE);
/** Names and links are the same in every language. */
const SAME_KEYS = ['id', 'href'];
/** It has the words that differ from English, and no values: see the tests of published figures. */
const GLOSSARY = 'publishedWords';

const valuesOf = (text: string) => [...new Set([...text.matchAll(/(?<!\{)\{(\w+)\}/g)].map(([, name]) => name ?? ''))];

/** The parts that must be the same in every language: keys, values, and where links lead. */
function shapeOf(node: unknown, key = ''): unknown {
  if (typeof node === 'string') return SAME_KEYS.includes(key) ? node : valuesOf(node).toSorted();
  if (key === GLOSSARY) return null;
  if (Array.isArray(node)) return node.map((item) => shapeOf(item));
  return Object.fromEntries(Object.entries(node as object).map(([name, child]) => [name, shapeOf(child, name)]));
}

function textsIn(tree: MessageTree): string[] {
  return Object.entries(tree)
    .filter(([key]) => !SAME_KEYS.includes(key))
    .flatMap(([, node]) => (typeof node === 'string' ? [node] : textsIn(node)));
}

describe.each(LANGUAGE_IDS)('%s', (language) => {
  test('has a file for every subject', () => expect(subjectsOf(language)).toEqual(SUBJECTS));

  test.each(SUBJECTS)('%s has the keys and values of English', async (subject) => {
    await Promise.all([texts.load(language, subject), texts.load(DEFAULT_LANGUAGE, subject)]);
    const [messages, englishMessages] = [texts.messages(language, subject), texts.messages(DEFAULT_LANGUAGE, subject)];
    expect(shapeOf(messages)).toEqual(shapeOf(englishMessages));
  });
});

/** A language that only this test has: a line and a folder of texts, and nothing else knows of it. */
const chunks: Chunks = Object.fromEntries(
  SUBJECTS.map((subject) => [
    `./texts/pseudo/${subject}.ts`,
    async () => {
      await texts.load(DEFAULT_LANGUAGE, subject);
      return { default: pseudoMessages(texts.messages(DEFAULT_LANGUAGE, subject)) };
    },
  ]),
);

test.each(SUBJECTS)('another language needs no more than its texts: %s', async (subject) => {
  const store = new TextStore(chunks, { pseudo: { locale: 'en-GB' } });
  await store.load('pseudo', subject);
  const renderedTexts = Object.entries(store.texts('pseudo', subject) as Record<string, unknown>).flatMap(function say([
    key,
    node,
  ]): string[] {
    if (SAME_KEYS.includes(key)) return [];
    if (typeof node !== 'function') return Object.entries(node as object).flatMap(say);
    const values = new Proxy({}, { get: () => 'VALUE', has: () => true });
    return [(node as (values: object) => string)(values)];
  });
  expect(renderedTexts.length).toBe(textsIn(store.messages('pseudo', subject) as MessageTree).length);
  for (const text of renderedTexts) {
    expect.soft(text.startsWith(MARKS[0]) && text.endsWith(MARKS[1]), text).toBe(true);
    expect.soft(text).not.toMatch(/[{}]/);
  }
});

test.each([proseEn, proseJa])('the page Method says for how long Quick and Default measure the drive', ({ method }) => {
  const said = method.sections.find(({ id }) => id === 'limits')?.points?.at(-1);
  const plans = (['quick', 'default'] as const).map((profile) => standardPlan('matrix', profile));
  for (const { drive_s } of plans) expect(said).toMatch(new RegExp(`\\D${drive_s} ?[s秒]`));
  for (const { loops } of plans) expect(said).toMatch(new RegExp(`\\D${loops} ?(?:loops|ループ)`));
});

test('a text that was not loaded is an error, not an empty page', () => {
  const store = new TextStore(chunks, { pseudo: { locale: 'en-GB' } });
  expect(() => store.texts('pseudo', 'boards')).toThrow('boards');
});

test('texts take values, write numbers and know plural forms', async () => {
  await texts.load('en', 'site');
  await texts.load('ja', 'site');
  const { t } = createI18n('en');
  expect(t.grid.workers({ workers: 1 })).toBe('1 worker');
  expect(t.grid.workers({ workers: 32 })).toBe('32 workers');
  expect(t.control.took({ time: '5 s' })).toBe('Took 5 s.');
  expect(createI18n('ja').t.grid.workers({ workers: 1200 })).toBe('1,200ワーカー');
});

test('plural forms stand in the order of the locale, however many it has', () => {
  const messages = { files: '{count} {{one|few|many|other}}' } as const;
  const { files: count } = translate<typeof messages>(messages, 'pl-PL');
  expect([1, 2, 5].map((number) => count({ count: number }))).toEqual(['1 one', '2 few', '5 many']);
});

test('every language has a locale that Intl knows', () => {
  for (const { locale } of Object.values(LANGUAGES))
    expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale]);
});

test.each([
  ['ja-JP,ja;q=0.9,en-US;q=0.8', 'ja'],
  ['en-GB,en;q=0.9,ja;q=0.8', 'en'],
  ['fr-FR,ja;q=0.5,en;q=0.7', 'en'],
  ['ja;q=0,fr', 'en'],
  ['', 'en'],
  [null, 'en'],
])('%s is answered in %s', (header, language) => expect(negotiate(header)).toBe(language));

describe('while the language changes', () => {
  /** A store whose chunks come when `come` is called. */
  function slowStore() {
    const resolvers: (() => void)[] = [];
    const slowChunks = Object.fromEntries(
      ['a', 'b'].flatMap((language) =>
        SUBJECTS.map((subject) => [
          `./texts/${language}/${subject}.ts`,
          () =>
            new Promise((resolve) => {
              resolvers.push(() => resolve({ default: { of: `${language} ${subject}` } }));
            }),
        ]),
      ),
    );
    const come = () => resolvers.splice(0).forEach((resolve) => resolve());
    return { store: new TextStore<'a' | 'b'>(slowChunks, { a: { locale: 'en' }, b: { locale: 'ja' } }), come };
  }

  test('what is loaded before the change is there in the next language when that has come', async () => {
    const { store, come } = slowStore();
    const whenLoaded = store.load('a', 'result');
    const change = store.loadInUse('b');
    come();
    await Promise.all([whenLoaded, change]);
    expect([store.has('a', 'result'), store.has('b', 'result')]).toEqual([true, true]);
  });

  test('what is loaded during the change is there in both when it is shown', async () => {
    const { store, come } = slowStore();
    await store.loadInUse('b');
    const whenLoaded = store.load('a', 'result');
    come();
    await whenLoaded;
    expect([store.has('a', 'result'), store.has('b', 'result')]).toEqual([true, true]);
  });

  test('where the next language does not come, this one is shown', async () => {
    const onlyChunk = { './texts/a/result.ts': () => Promise.resolve({ default: {} }) };
    const store = new TextStore<'a' | 'b'>(onlyChunk, { a: { locale: 'en' }, b: { locale: 'ja' } });
    await store.loadInUse('b');
    await store.load('a', 'result');
    expect(store.has('a', 'result')).toBe(true);
  });
});

const JAPANESE = import.meta.glob('../src/lib/base/i18n/texts/ja/*.ts', { eager: true, import: 'default' });

const NUMBER = String.raw`(?:\d[\d,.]*|\{\w+\})`;
const COUNTER =
  '(?:回|件|個|つ|行(?![いうえっわ])|秒|分(?![かけ離類散布])|時間|日(?![本時])|倍|台|位(?!置)|種類|通り|割(?!合)|段階|桁|か月|ループ|ワーカー|ネットワーク|ラウンド|スレッド|トランザクション)';
const SPACED_COUNTER = new RegExp(
  `${NUMBER}[ \\u00a0]${COUNTER}|[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー][ \\u00a0]\\*?${NUMBER}${COUNTER}`,
  'u',
);

function allTextsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  return Object.values(node as object).flatMap(allTextsIn);
}

test('a counter stands at its number, with no space before or between: 1回', () => {
  expect(Object.keys(JAPANESE).length).toBeGreaterThan(5);
  expect(allTextsIn({ words, JAPANESE }).filter((text) => SPACED_COUNTER.test(text))).toEqual([]);
});

test('a thing has one name in Japanese', () => {
  const others = /ブラウザー|パーマリンク|読み出[しすせ]/;
  expect(allTextsIn({ words, capacityWords, JAPANESE }).filter((text) => others.test(text))).toEqual([]);
});

test.each(['1 回', '{count} 件', '最後に 1回', '毎秒 *{rate}回*'])('%s is found', (text) => {
  expect(text).toMatch(SPACED_COUNTER);
});

test.each(['1回', '4 KiB、1回', 'put {count}件', '{bytes} を書き込む', '{time} 行います'])('%s is not', (text) => {
  expect(text).not.toMatch(SPACED_COUNTER);
});

const { chrome, edge, firefox, safari } = BROWSERS;
/** The versions that a page without the engine's handles asks for are those that may rank. */
const oldestVersions = [chrome, firefox, safari].map((browser) => browser?.majors[0]);

test('Edge needs what Chrome needs', () => expect(edge?.majors[0]).toBe(chrome?.majors[0]));

test.each(LANGUAGE_IDS)('what is said in %s names them', async (language) => {
  await texts.load(language, 'run');
  const { support } = texts.texts(language, 'run').trouble;
  for (const problem of ['no_opfs', 'no_sync_handles', 'old_sync_handles'] as const) {
    const namedVersions = support[problem].next().match(/\d+(\.\d+)?/g) ?? [];
    expect(namedVersions.map((version) => Math.floor(Number(version)))).toEqual(oldestVersions);
  }
});

describe.each(LANGUAGE_IDS)('in %s', (language) => {
  test.each(EVIDENCE_REASONS)('the page says why %s keeps a run from a rank, and what to do', async (reason) => {
    await texts.load(language, 'boards');
    const { why, next } = texts.texts(language, 'boards').whyUnranked.reasons[reason];
    for (const text of [why(), next()]) expect(text).toMatch(/^[^{}]{6,}[.。]$/);
  });

  test('no two reasons are said with the same words', async () => {
    await texts.load(language, 'boards');
    const reasons = EVIDENCE_REASONS.map((reason) => texts.texts(language, 'boards').whyUnranked.reasons[reason].why());
    expect(new Set(reasons).size).toBe(EVIDENCE_REASONS.length);
  });
});

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
  const sameTexts = textsOf(language).filter((text, index) => text === textsOf(DEFAULT_LANGUAGE)[index]);
  expect([...new Set(sameTexts)].filter((text) => !NAMES.test(text))).toEqual([]);
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
