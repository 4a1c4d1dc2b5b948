import { expect, it } from 'vitest';
import bold from '../assets/noto-sans-bold.otf';
import regular from '../assets/noto-sans-regular.otf';
import { SPOKEN } from '../src/figures/languages.ts';

const FORMAT_4 = 4;

/** The characters that a font has: the segments in format 4 of its table `cmap`, as the OpenType specification has it. */
function charactersOf(font: ArrayBuffer): Set<number> {
  const view = new DataView(font);
  const count = (length: number, at: (index: number) => number) => Array.from({ length }, (_, index) => at(index));
  const tagAt = (at: number) => String.fromCharCode(...new Uint8Array(font, at, 4));
  const record = count(view.getUint16(4), (index) => 12 + 16 * index).find((at) => tagAt(at) === 'cmap') ?? 0;
  const cmap = view.getUint32(record + 8);
  const tables = count(view.getUint16(cmap + 2), (index) => cmap + view.getUint32(cmap + 8 + 8 * index));
  const table = tables.find((at) => view.getUint16(at) === FORMAT_4);
  if (table === undefined) throw new Error('the font has no table of format 4');
  const bytes = view.getUint16(table + 6);
  const ends = count(bytes / 2, (index) => table + 14 + 2 * index);
  return new Set(
    ends.flatMap((at) => {
      const first = view.getUint16(at + bytes + 2);
      return count(view.getUint16(at) - first + 1, (index) => first + index);
    }),
  );
}

const textsIn = (node: unknown): string[] =>
  typeof node === 'string' ? [node] : Object.values(node as Record<string, unknown>).flatMap(textsIn);

it.each(Object.entries(SPOKEN))('the fonts of pictures have every character of the words in %s', (_, { words }) => {
  const letters = [...new Set(textsIn(words).join(''))];
  for (const font of [regular, bold]) {
    const characters = charactersOf(font);
    expect(letters.filter((letter) => !characters.has(letter.codePointAt(0) ?? 0))).toEqual([]);
  }
});
