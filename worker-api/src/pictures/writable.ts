import bold from '../../assets/noto-sans-bold.otf';

const FORMAT_4 = 4;

/** The characters that a font has: the segments in format 4 of its table `cmap`, as the OpenType specification has it. */
export function charactersOf(font: ArrayBuffer): Set<number> {
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

let known: Set<number> | undefined;

/**
 * A name in the letters of the font. Signs that it lacks are left out; a word with letters that it lacks is left out whole,
 * because half a word is another one. '' where nothing is left.
 */
export function writable(name: string): string {
  const has = (letter: string) => (known ??= charactersOf(bold)).has(letter.codePointAt(0) ?? 0);
  const letters = (word: string) => Array.from(word.normalize('NFC'));
  return name
    .split(/\s+/u)
    .filter((word) => letters(word).every((letter) => has(letter) || !/[\p{L}\p{N}]/u.test(letter)))
    .map((word) => letters(word).filter(has).join(''))
    .filter((word) => word !== '')
    .join(' ');
}
