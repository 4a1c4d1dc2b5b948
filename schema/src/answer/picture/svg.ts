/** The colors of the page in its light theme: other sites show the picture on a page of their own. */
export const COLORS = {
  ink: '#16181d',
  muted: '#5d6470',
  faint: '#6f7682',
  line: '#e4e6ea',
  track: '#eff0f2',
  band: '#dcdde0',
  edge: '#a6a9af',
  tick: '#8b929e',
  hatch: '#e2e5ea',
  read: '#0b6bcb',
  write: '#c2570c',
  mixed: '#a16207',
  good: '#15803d',
  fair: '#a16207',
  poor: '#b42318',
} as const;

/** How wide a text is set in the font of the picture. */
export type Measure = (text: string, fontPx: number, bold?: boolean) => number;

/** For an element or an attribute. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

interface Look {
  readonly size: number;
  readonly fill?: string;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
}

/** Numbers of coordinates, without digits that nobody sees. */
export const px = (value: number): number => Math.round(value * 100) / 100;

export function textSvg(x: number, y: number, text: string, look: Look): string {
  const { size, fill = COLORS.ink, bold = false, anchor = 'start' } = look;
  const weight = bold ? ' font-weight="700"' : '';
  const align = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  return `<text x="${px(x)}" y="${px(y)}" font-size="${px(size)}" fill="${fill}"${weight}${align}>${escapeXml(text)}</text>`;
}

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
  let bestLines = lines;
  for (let width = setting.width * STEP; width > setting.width / 2; width *= STEP) {
    const narrowerLines = linesOf(pieces, { ...setting, width });
    if (narrowerLines.length > lines.length) break;
    bestLines = narrowerLines;
  }
  return bestLines;
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
