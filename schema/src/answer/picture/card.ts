import type { RunRecord } from '../../families/index.ts';
import type { Ruler } from '../answer.ts';
import { answerOf } from '../table.ts';
import { gradeOfSentence } from '../verdict.ts';
import { sentencePieces, toneOf, type Numbers, type PictureWords, type Words } from '../words/index.ts';
import { headSvg } from './head.ts';
import { balancedLinesOf, type Piece } from './lines.ts';
import { readoutOf } from './readout.ts';
import { SCALE_HEIGHT, scaleSvg, type Speech } from './scale.ts';
import { memorySvg, notesOf, proofSvg, STRIP_HEIGHT } from './source.ts';
import { COLORS, escapeXml, px, textSvg, type Measure } from './svg.ts';

/** What other sites show of a link. https://ogp.me */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

const X = 56;
const WIDTH = CARD_SIZE.width - 2 * X;
const HEAD = 62;
const TOP = 108;
const BOTTOM = 562;
const FOOT = 602;
/** The largest at which all fits is taken. */
const SIZES = [
  { sentence: 46, single: 1.6 },
  { sentence: 41, single: 1.5 },
  { sentence: 36, single: 1.3 },
  { sentence: 31, single: 1 },
] as const;
/** Left over between rulers, so that they do not look crowded. */
const AIR = 18;
const SCALE_X = 478;
const TONES = { read: COLORS.read, write: COLORS.write, memory: COLORS.ink } as const;
/** Three bars, as on the page's tab. */
const LOGO = `<g transform="translate(${X} ${FOOT - 21}) scale(.75)"><rect x="0" y="14" width="6" height="14" rx="1.5" fill="${COLORS.write}"/><rect x="9" y="8" width="6" height="20" rx="1.5" fill="${COLORS.read}"/><rect x="18" y="0" width="6" height="28" rx="1.5" fill="${COLORS.ink}"/></g>`;

export interface CardNames {
  /** The device; before it is published where it ran. */
  readonly title: string;
  /** Browser, system, profile and day. */
  readonly details: string;
  readonly words: Words;
  readonly pictures: PictureWords;
  readonly numbers: Numbers;
  /** MB/s of a sustained write on the same drive, where it is known. */
  readonly sustained?: number | null;
  readonly font: string;
  readonly measure: Measure;
}

function sentenceSvg(lines: readonly (readonly Piece[])[], size: number, color: string): string {
  return lines
    .map((pieces, index) => {
      const spans = pieces.map(({ text, isNumber }) =>
        isNumber ? `<tspan fill="${color}">${escapeXml(text)}</tspan>` : escapeXml(text),
      );
      const y = px(TOP + size + index * size * 1.16);
      return `<text x="${X}" y="${y}" font-size="${size}" font-weight="700" fill="${COLORS.ink}" xml:space="preserve">${spans.join('')}</text>`;
    })
    .join('');
}

interface Rulers {
  readonly svg: string;
  /** Height that is left over; negative where they have no room. */
  readonly spare: number;
}

interface Place {
  readonly top: number;
  readonly bottom: number;
  readonly speech: Speech;
}

const ruleSvg = (y: number) => `<path d="M${X} ${px(y)}H${X + WIDTH}" stroke="${COLORS.line}" stroke-width="1.5"/>`;

/** One below another, each as high as it needs and with an equal share of what is left. */
function rowsSvg(rulers: readonly Ruler[], { top, bottom, speech }: Place): Rulers {
  const room = (y: number) => ({ x: X, y, width: SCALE_X - X - 24, size: 1 });
  const heights = rulers.map((ruler) => Math.max(SCALE_HEIGHT, readoutOf(ruler, speech, room(0)).height));
  const spare = bottom - top - heights.reduce((sum, height) => sum + height, 0);
  const each = spare / rulers.length;
  let y = top;
  const parts = rulers.map((ruler, index) => {
    const height = heights[index] ?? 0;
    const start = y + each / 2;
    const line = ruleSvg(y);
    y += height + each;
    const scale = { x: SCALE_X, y: start + (height - SCALE_HEIGHT) / 2, width: X + WIDTH - SCALE_X, size: 1 };
    return line + readoutOf(ruler, speech, room(start)).svg + scaleSvg(ruler, speech, scale);
  });
  return { svg: parts.join(''), spare };
}

/** A single ruler has the whole width, below its figures. */
function singleSvg(ruler: Ruler, size: number, { top, bottom, speech }: Place): Rulers {
  const room = (y: number) => ({ x: X, y, width: WIDTH, size });
  const { height } = readoutOf(ruler, speech, room(0));
  const spare = bottom - top - height - SCALE_HEIGHT * size;
  const start = top + spare / 3;
  const scale = scaleSvg(ruler, speech, room(start + height + spare / 3));
  return { svg: ruleSvg(top) + readoutOf(ruler, speech, room(start)).svg + scale, spare };
}

/** The card of a result as a picture: what leaves the page says what the page says. */
export function cardSvg(
  record: RunRecord,
  { title, details, words, pictures, numbers, sustained = null, font, measure }: CardNames,
): string {
  const answer = answerOf(record);
  const speech: Speech = { words, pictures, numbers, measure, sustained };
  const grade = gradeOfSentence(answer.sentence);
  const pieces = sentencePieces(answer, words, numbers, 'this');
  const notes = notesOf(answer, speech, { x: X, y: 0, width: WIDTH });
  const bottom = answer.memory === null ? BOTTOM : BOTTOM - STRIP_HEIGHT;
  const layoutOf = ({ sentence: size, single }: (typeof SIZES)[number]) => {
    const lines = balancedLinesOf(pieces, { size, width: WIDTH, measure, bold: true });
    const end = TOP + (lines.length - 1) * size * 1.16 + size * 1.35;
    const place = { top: end + notes.height, bottom, speech };
    const [first, ...others] = answer.rulers;
    const rulers = first && others.length === 0 ? singleSvg(first, single, place) : rowsSvg(answer.rulers, place);
    return { size, lines, end, rulers };
  };
  const layouts = SIZES.map(layoutOf);
  const { size, lines, end, rulers } =
    layouts.find((layout) => layout.rulers.spare >= AIR && layout.lines.length < 3) ??
    layouts.find((layout) => layout.rulers.spare >= 0) ??
    layoutOf(SIZES[3]);
  const wide = { x: X, width: WIDTH };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_SIZE.width}" height="${CARD_SIZE.height}" viewBox="0 0 ${CARD_SIZE.width} ${CARD_SIZE.height}" font-family="${escapeXml(font)}">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    headSvg(record, { title, details }, speech, { ...wide, y: HEAD }),
    sentenceSvg(lines, size, grade === null ? TONES[toneOf(answer.sentence)] : COLORS[grade]),
    notes.at(end),
    rulers.svg,
    memorySvg(answer, speech, { ...wide, y: bottom }),
    LOGO,
    textSvg(X + 28, FOOT, 'OPFSMark', { size: 24, bold: true }),
    proofSvg(answer, speech, { ...wide, y: FOOT }),
    '</svg>',
  ].join('');
}
