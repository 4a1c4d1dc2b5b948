interface Piece {
  readonly text: string;
  readonly isNumber: boolean;
}

/** Mean widths of a bold character, in shares of the font size. */
const LATIN = 0.56;
const WIDE = 1;

export function widthOf(text: string, size: number): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e7f' ? WIDE : LATIN), 0) * size;
}

/** Where a line may be broken: after a space, and in Japanese after a comma, a full stop or a particle. */
const BREAKS = /(?<= )|(?<=[、。])|(?<=[はにをがでと])(?=[^ぁ-ん、。])/u;

/** Pieces set in lines of at most this width; a number is never broken. */
export function linesOf(pieces: readonly Piece[], size: number, maxWidth: number): Piece[][] {
  const words = pieces.flatMap((piece): Piece[] =>
    piece.isNumber ? [piece] : piece.text.split(BREAKS).map((text) => ({ text, isNumber: false })),
  );
  const lines: Piece[][] = [[]];
  let width = 0;
  for (const word of words) {
    const own = widthOf(word.text, size);
    if (width > 0 && width + widthOf(word.text.trimEnd(), size) > maxWidth) {
      lines.push([]);
      width = 0;
    }
    lines.at(-1)?.push(word);
    width += own;
  }
  return lines;
}
