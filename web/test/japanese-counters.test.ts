import words from '@opfsmark/schema/answer/words/ja';
import { expect, test } from 'vitest';

const TEXTS = import.meta.glob('../src/lib/base/i18n/texts/ja/*.ts', { eager: true, import: 'default' });

const NUMBER = String.raw`(?:\d[\d,.]*|\{\w+\})`;
const COUNTER =
  '(?:回|件|個|つ|行(?![いうえっわ])|秒|分(?![かけ離類散布])|時間|日(?![本時])|倍|台|位(?!置)|種類|通り|割(?!合)|段階|桁|か月|ループ|ワーカー|ネットワーク|ラウンド|スレッド|トランザクション)';
const APART = new RegExp(
  `${NUMBER}[ \\u00a0]${COUNTER}|[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー][ \\u00a0]\\*?${NUMBER}${COUNTER}`,
  'u',
);

function textsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  return Object.values(node as object).flatMap(textsIn);
}

test('a counter stands at its number, with no space before or between: 1回', () => {
  expect(Object.keys(TEXTS).length).toBeGreaterThan(5);
  expect(textsIn({ words, TEXTS }).filter((text) => APART.test(text))).toEqual([]);
});

test.each(['1 回', '{count} 件', '最後に 1回', '毎秒 *{rate}回*'])('%s is found', (text) => {
  expect(text).toMatch(APART);
});

test.each(['1回', '4 KiB、1回', 'put {count}件', '{bytes} を書き込む', '{time} 行います'])('%s is not', (text) => {
  expect(text).not.toMatch(APART);
});
