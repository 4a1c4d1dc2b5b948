import type { Measure } from './svg.ts';

export interface Piece {
  readonly text: string;
  readonly isNumber: boolean;
}

interface Setting {
  readonly size: number;
  readonly width: number;
  readonly measure: Measure;
  readonly bold?: boolean;
}

/** Where a line may be broken: after a space, and in Japanese after a comma, a full stop or a particle. */
const BREAKS = /(?<= )|(?<=[、。])|(?<=[はにをがでと])(?=[^ぁ-ん、。])/u;

/** A number is never parted from its unit. */
const keepUnits = (text: string) => text.replace(/(?<=\d) (?=\S)/g, '\u00a0');

/** Pieces set in lines of at most this width. */
function linesOf(pieces: readonly Piece[], { size, width: maxWidth, measure, bold = false }: Setting): Piece[][] {
  const words = pieces.flatMap((piece): Piece[] =>
    piece.isNumber
      ? [piece]
      : keepUnits(piece.text)
          .split(BREAKS)
          .map((text) => ({ text, isNumber: false })),
  );
  const lines: Piece[][] = [[]];
  let width = 0;
  for (const word of words) {
    if (width > 0 && width + measure(word.text.trimEnd(), size, bold) > maxWidth) {
      lines.push([]);
      width = 0;
    }
    lines.at(-1)?.push(word);
    width += measure(word.text, size, bold);
  }
  return lines;
}

/** The same number of lines, about equally long: no single word is left for the last one. */
export function balancedLinesOf(pieces: readonly Piece[], setting: Setting): Piece[][] {
  const lines = linesOf(pieces, setting);
  const STEP = 0.96;
  let best = lines;
  for (let width = setting.width * STEP; width > setting.width / 2; width *= STEP) {
    const narrower = linesOf(pieces, { ...setting, width });
    if (narrower.length > lines.length) break;
    best = narrower;
  }
  return best;
}

/** A text without numbers of its own colour, as lines. */
export function textLines(text: string, setting: Setting): string[] {
  return linesOf([{ text, isNumber: false }], setting).map((line) =>
    line
      .map((piece) => piece.text)
      .join('')
      .trimEnd(),
  );
}

/** Cuts a text to this width; the last character is then an ellipsis. */
export function fitted(text: string, { size, width, measure, bold = false }: Setting): string {
  if (measure(text, size, bold) <= width) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && measure(`${letters.join('')}…`, size, bold) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
