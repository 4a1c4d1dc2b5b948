import { expect, it } from 'vitest';
import bold from '../assets/noto-sans-bold.otf';
import regular from '../assets/noto-sans-regular.otf';
import { SPOKEN } from '../src/pictures/words.ts';
import { charactersOf, writable } from '../src/pictures/card.ts';

const textsIn = (node: unknown): string[] =>
  typeof node === 'string' ? [node] : Object.values(node as Record<string, unknown>).flatMap(textsIn);

it.each(Object.entries(SPOKEN))('the fonts of pictures have every character of the words in %s', (_, spoken) => {
  const letters = [...new Set(textsIn(spoken.words).join(''))];
  for (const font of [regular, bold]) {
    const characters = charactersOf(font);
    expect(letters.filter((letter) => !characters.has(letter.codePointAt(0) ?? 0))).toEqual([]);
  }
});

it('names keep the kanji that are in daily use', () => {
  for (const name of ['会社のノート', '自宅サーバー', '齋藤のパソコン 2号機', '髙橋', '(予備) 東芝 dynabook']) {
    expect(writable(name)).toBe(name);
  }
});

it('of a name that the fonts cannot write whole no half word is left', () => {
  expect(writable('MacBook 회사 Pro')).toBe('MacBook Pro');
  expect(writable('회사컴퓨터')).toBe('');
  expect(writable('ThinkPad 🚀 X1™')).toBe('ThinkPad X1™');
});
