import { isScore, scoreOf } from '../../families/matrix/score.ts';
import type { RunRecord } from '../../families/checks.ts';
import { sum } from '../../documents/stats.ts';
import {
  memoryText,
  noteText,
  type Numbers,
  type PictureWords,
  placeText,
  pointsText,
  proofText,
  sentencePieces,
  sentenceColour,
  type Words,
} from '../words/index.ts';
import {
  balancedLinesOf,
  CARD,
  cardOf,
  COLORS,
  escapeXml,
  fitted,
  type Measure,
  type Piece,
  px,
  ruleSvg,
  textLines,
  textSvg,
} from './svg.ts';
import { readoutOf, type Room, SCALE_HEIGHT, scaleSvg, type Speech } from './ruler.ts';

export { CARD_SIZE, COLORS, escapeXml, type Measure } from './svg.ts';
export { comparisonSvg } from './comparison.ts';
import type { Answer, Proof, Ruler } from '../../families/answer.ts';
import { answerOf } from '../of.ts';
import { gradeOfSentence } from '../../families/verdict.ts';

const NAME_PX = 26;
const DETAIL_PX = 16;
const PLACE_PX = 22;
const LABEL_PX = 20;
const GAP = 24;

interface Corner {
  /** Before the place. */
  readonly label: string;
  readonly place: string;
  /** The points, or why there are none. */
  readonly under: string;
}

/** Where the drive stands, with its points, or why it has none; of another family its name. */
function cornerOf(record: RunRecord, { words, pictures, numbers }: Speech): Corner {
  if (record.family !== 'matrix') return { label: words.families[record.family].name, place: '', under: '' };
  const score = scoreOf(record, 'drive');
  if (!isScore(score)) return { label: pictures.score.drive, place: '–', under: pictures.score.none[score.reason] };
  const under = `${pictures.score.drive}: ${pointsText(score, words, numbers)}`;
  return { label: '', place: placeText(score, words, numbers), under };
}

type Width = Pick<Room, 'x' | 'y' | 'width'>;

/** The head: the test, the machine it ran on, and the score. */
function headSvg(
  record: RunRecord,
  names: { readonly title: string; readonly details: string },
  speech: Speech,
  { x, y, width }: Width,
): string {
  const { measure } = speech;
  const corner = cornerOf(record, speech);
  const end = x + width;
  const place = measure(corner.place, PLACE_PX, true);
  const labelEnd = corner.place === '' ? end : end - place - 10;
  const rightWidth = Math.max(end - labelEnd + measure(corner.label, LABEL_PX), measure(corner.under, DETAIL_PX));
  const leftWidth = width - rightWidth - GAP;
  const name = fitted(names.title, { size: NAME_PX, width: leftWidth, measure, bold: true });
  const details = fitted(names.details, { size: DETAIL_PX, width: leftWidth, measure });
  return [
    textSvg(x, y, name, { size: NAME_PX, bold: true }),
    textSvg(x, y + 25, details, { size: DETAIL_PX, fill: COLORS.muted }),
    textSvg(labelEnd, y, corner.label, { size: LABEL_PX, fill: COLORS.muted, anchor: 'end' }),
    textSvg(end, y, corner.place, { size: PLACE_PX, bold: true, anchor: 'end' }),
    textSvg(end, y + 25, corner.under, { size: DETAIL_PX, fill: COLORS.muted, anchor: 'end' }),
  ].join('');
}

const FORMS: Readonly<Record<Proof['kind'], 'full' | 'half' | 'dashed'>> = {
  drive: 'full',
  flushed: 'full',
  some: 'half',
  mixed: 'half',
  memory: 'dashed',
  planned_memory: 'dashed',
  unknown: 'dashed',
  paired: 'dashed',
  system: 'dashed',
};

/** Full, half or dashed, as on the page. Without a colour of its own: where numbers came from is no verdict. */
function sourceMark(form: 'full' | 'half' | 'dashed', x: number, y: number, r: number): string {
  const color = COLORS.muted;
  if (form === 'full') return `<circle cx="${px(x)}" cy="${px(y)}" r="${r}" fill="${color}"/>`;
  const dash = form === 'dashed' ? ' stroke-dasharray="3 2.3"' : '';
  const ring = `<circle cx="${px(x)}" cy="${px(y)}" r="${r - 0.8}" fill="none" stroke="${color}" stroke-width="2"${dash}/>`;
  if (form === 'dashed') return ring;
  return `${ring}<path d="M${px(x)} ${px(y - r + 0.8)}a${r - 0.8} ${r - 0.8} 0 0 1 0 ${2 * (r - 0.8)}z" fill="${color}"/>`;
}

const PROOF_PX = 17;

/** Where the numbers came from, ending at the right; '' where there are none. */
function proofSvg(answer: Answer, { words, numbers, measure }: Speech, { x, y, width }: Width): string {
  if (answer.proof === null) return '';
  const text = proofText(answer, words, numbers);
  const form = FORMS[answer.proof.kind];
  const end = x + width;
  const start = end - measure(text, PROOF_PX, true) - 14;
  return (
    sourceMark(form, start, y - 6, 7) +
    textSvg(end, y, text, { size: PROOF_PX, fill: COLORS.muted, bold: true, anchor: 'end' })
  );
}

const STRIP_HEIGHT = 36;
const STRIP_PX = 17;

/** Grey, hatched, with a dashed circle and the word: what is memory never looks like a figure of the drive. */
function memorySvg(answer: Answer, speech: Speech, { x, y, width }: Width): string {
  const { words, numbers, measure } = speech;
  const memory = memoryText(answer, words, numbers);
  if (memory === null) return '';
  const [start, baseline] = [x + 44, y + 24];
  const gap = numbers.gap === '' ? 2 : 6;
  const meansStart = start + measure(memory[0], STRIP_PX, true) + gap;
  const means = fitted(memory[1], { size: STRIP_PX, width: x + width - 16 - meansStart, measure });
  return [
    '<g class="memory"><defs><pattern id="hatch" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">',
    `<rect width="10" height="10" fill="#fff"/><rect width="10" height="5" fill="${COLORS.hatch}"/></pattern></defs>`,
    `<rect x="${x}" y="${px(y)}" width="${width}" height="${STRIP_HEIGHT}" rx="6" fill="url(#hatch)"/>`,
    sourceMark('dashed', x + 24, y + STRIP_HEIGHT / 2, 8),
    textSvg(start, baseline, memory[0], { size: STRIP_PX, fill: COLORS.muted, bold: true }),
    textSvg(meansStart, baseline, means, { size: STRIP_PX, fill: COLORS.muted }),
    '</g>',
  ].join('');
}

const NOTE_PX = 17;
const NOTE_LINE = 22;
const NOTE_INDENT = 14;

interface Notes {
  readonly height: number;
  at(y: number): string;
}

/** The notes that a reader must have before the numbers: without it a stopped run would look whole. */
function notesOf(
  answer: Answer,
  warnings: readonly string[],
  { words, numbers, measure }: Speech,
  { x, width }: Width,
): Notes {
  const text = answer.notes.map((note) => noteText(note, answer, words, numbers)).join(numbers.gap);
  const room = { size: NOTE_PX, width: width - NOTE_INDENT, measure };
  // However long: what was measured keeps its room.
  const lines = [
    ...(warnings.length > 0 ? [fitted(warnings.join(' '), room)] : []),
    ...(text === '' ? [] : textLines(text, room)),
  ];
  if (lines.length === 0) return { height: 0, at: () => '' };
  const height = lines.length * NOTE_LINE;
  return {
    height: height + 10,
    at: (y) =>
      `<rect class="notes" x="${x}" y="${px(y)}" width="4" height="${height}" fill="${COLORS.mixed}"/>` +
      lines
        .map((line, index) => textSvg(x + NOTE_INDENT, y + 16 + index * NOTE_LINE, line, { size: NOTE_PX }))
        .join(''),
  };
}

const { x: X, width: WIDTH, foot: FOOT, bottom: BOTTOM, scaleX: SCALE_X } = CARD;
const HEAD = 62;
const TOP = 108;
/** The largest at which all fits is taken. */
const SIZES = [
  { sentence: 46, singleSize: 1.6 },
  { sentence: 41, singleSize: 1.5 },
  { sentence: 36, singleSize: 1.3 },
  { sentence: 31, singleSize: 1 },
] as const;
/** Left over between rulers, so that they do not look crowded. */
const AIR = 18;
const TONES = { read: COLORS.read, write: COLORS.write, memory: COLORS.ink } as const;

interface CardNames {
  /** The drive, or the device where nobody has said which drive it is; before it is published where it ran. */
  readonly title: string;
  /** The rest of its declaration, browser, system, profile and day. */
  readonly details: string;
  readonly words: Words;
  readonly pictures: PictureWords;
  readonly numbers: Numbers;
  /** MB/s of a sustained write on the same drive, where it is known. */
  readonly sustained?: number | null;
  /** Warnings of moderators about the result. */
  readonly warnings?: readonly string[];
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

interface TextPlace {
  readonly top: number;
  readonly bottom: number;
  readonly speech: Speech;
}

/** One below another, each as high as it needs and with an equal share of what is left. */
function rowsSvg(rulers: readonly Ruler[], { top, bottom, speech }: TextPlace): Rulers {
  const room = (y: number) => ({ x: X, y, width: SCALE_X - X - 24, size: 1 });
  const heights = rulers.map((ruler) => Math.max(SCALE_HEIGHT, readoutOf(ruler, speech, room(0)).height));
  const spare = bottom - top - sum(heights);
  const share = spare / rulers.length;
  let y = top;
  const parts = rulers.map((ruler, index) => {
    const height = heights[index] ?? 0;
    const start = y + share / 2;
    const line = ruleSvg(y);
    y += height + share;
    const scale = { x: SCALE_X, y: start + (height - SCALE_HEIGHT) / 2, width: X + WIDTH - SCALE_X, size: 1 };
    return line + readoutOf(ruler, speech, room(start)).svg + scaleSvg(ruler, speech, scale);
  });
  return { svg: parts.join(''), spare };
}

/** A single ruler has the whole width, below its figures. */
function singleSvg(ruler: Ruler, size: number, { top, bottom, speech }: TextPlace): Rulers {
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
  { title, details, words, pictures, numbers, sustained = null, warnings = [], font, measure }: CardNames,
): string {
  const answer = answerOf(record);
  const speech: Speech = { words, pictures, numbers, measure, sustained };
  const grade = gradeOfSentence(answer.sentence);
  const pieces = sentencePieces(answer, words, numbers, 'visitor');
  const notes = notesOf(answer, warnings, speech, { x: X, y: 0, width: WIDTH });
  const bottom = answer.memory === null ? BOTTOM : BOTTOM - STRIP_HEIGHT;
  const layoutOf = ({ sentence: size, singleSize }: (typeof SIZES)[number]) => {
    const lines = balancedLinesOf(pieces, { size, width: WIDTH, measure, bold: true });
    const end = TOP + (lines.length - 1) * size * 1.16 + size * 1.35;
    const place = { top: end + notes.height, bottom, speech };
    const [first, ...others] = answer.rulers;
    const rulers = first && others.length === 0 ? singleSvg(first, singleSize, place) : rowsSvg(answer.rulers, place);
    return { size, lines, end, rulers };
  };
  const layouts = SIZES.map(layoutOf);
  const { size, lines, end, rulers } =
    layouts.find((layout) => layout.rulers.spare >= AIR && layout.lines.length < 3) ??
    layouts.find((layout) => layout.rulers.spare >= 0) ??
    layoutOf(SIZES[3]);
  const fullWidth = { x: X, width: WIDTH };
  return cardOf(font, [
    headSvg(record, { title, details }, speech, { ...fullWidth, y: HEAD }),
    sentenceSvg(lines, size, grade === null ? TONES[sentenceColour(answer.sentence)] : COLORS[grade]),
    notes.at(end),
    rulers.svg,
    memorySvg(answer, speech, { ...fullWidth, y: bottom }),
    proofSvg(answer, speech, { ...fullWidth, y: FOOT }),
  ]);
}
