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

/** The size of the picture that other sites show of a link. https://ogp.me */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
/** Where the parts of such a picture stand. */
export const CARD = { x: 56, width: CARD_SIZE.width - 2 * 56, bottom: 562, foot: 602, scaleX: 478 } as const;

/** Three bars, as on the page's tab. */
const LOGO = `<g transform="translate(${CARD.x} ${CARD.foot - 21}) scale(.75)"><rect x="0" y="14" width="6" height="14" rx="1.5" fill="${COLORS.write}"/><rect x="9" y="8" width="6" height="20" rx="1.5" fill="${COLORS.read}"/><rect x="18" y="0" width="6" height="28" rx="1.5" fill="${COLORS.ink}"/></g>`;

export const ruleSvg = (y: number) =>
  `<path d="M${CARD.x} ${px(y)}H${CARD.x + CARD.width}" stroke="${COLORS.line}" stroke-width="1.5"/>`;

/** A picture of these parts, with what all have. */
export function cardOf(font: string, parts: readonly string[]): string {
  const { width, height } = CARD_SIZE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeXml(font)}">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...parts,
    LOGO,
    textSvg(CARD.x + 28, CARD.foot, 'OPFSMark', { size: 24, bold: true }),
    '</svg>',
  ].join('');
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
