import { sum } from '../../documents/stats.ts';
import { type Lettered, shareRulers } from '../beside.ts';
import { placeBoxes, positionOn, scaleOf } from '../../figures/rulers.ts';
import { markText, type Numbers, type PictureWords, type Words } from '../words/index.ts';
import { balancedLinesOf, CARD, cardOf, COLORS, fitted, type Measure, px, ruleSvg, textSvg } from './svg.ts';
import { SCALE_HEIGHT, scaleSvg, type Speech } from './ruler.ts';

interface ComparedResult extends Lettered {
  /** Its name, and more about it. */
  readonly name: string;
  readonly details: string;
}

interface ComparisonSpeech {
  /** The largest difference, where it is known. */
  readonly lead?: string;
  readonly words: Words;
  readonly pictures: PictureWords;
  readonly numbers: Numbers;
  readonly font: string;
  readonly measure: Measure;
}

const LEAD_PX = 36;
const NAME_PX = 21;
const NAME_LINE = 34;
const FIGURE_PX = 20;
const FIGURE_LINE = 26;
const BADGE_R = 11;

/** A letter in a disc, filled where all others are compared with it. */
function badge(letter: string, isBase: boolean, x: number, y: number, isPartly = false): string {
  const dash = isPartly ? ' stroke-dasharray="3 2"' : '';
  const [fill, ink] = isBase ? [COLORS.ink, '#fff'] : ['#fff', COLORS.ink];
  return (
    `<circle cx="${px(x)}" cy="${px(y)}" r="${BADGE_R}" fill="${fill}" stroke="${COLORS.ink}" stroke-width="2"${dash}/>` +
    textSvg(x, y + 5, letter, { size: 14, bold: true, fill: ink, anchor: 'middle' })
  );
}

/** Which letter is which result: a line each, or two columns of several. */
function namesSvg(results: readonly ComparedResult[], y: number, measure: Measure): { svg: string; height: number } {
  const columns = results.length > 3 ? 2 : 1;
  const width = CARD.width / columns;
  const lines = Math.ceil(results.length / columns);
  const svg = results.map(({ letter, isBase, name, details }, index) => {
    const [x, top] = [CARD.x + Math.floor(index / lines) * width, y + (index % lines) * NAME_LINE];
    const room = width - 2 * BADGE_R - 30;
    const shownName = fitted(name, { size: NAME_PX, width: room, measure, bold: true });
    const nameWidth = measure(shownName, NAME_PX, true);
    const rest = room - nameWidth - 12;
    const shownDetails = rest < 80 ? '' : fitted(details, { size: 16, width: rest, measure });
    const start = x + 2 * BADGE_R + 12;
    return [
      badge(letter, isBase, x + BADGE_R + 1, top + 14),
      textSvg(start, top + 21, shownName, { size: NAME_PX, bold: true }),
      textSvg(start + nameWidth + 12, top + 21, shownDetails, { size: 16, fill: COLORS.muted }),
    ].join('');
  });
  return { svg: svg.join(''), height: lines * NAME_LINE };
}

/** Three and three, two and two. */
const columnsOf = (count: number) => (count === 3 || count > 4 ? 3 : 2);

type SharedRuler = ReturnType<typeof shareRulers>[number];

/** The figures of all on one ruler, with their letters; what they are of, where that is the same for all. */
function readoutSvg({ id, marks }: SharedRuler, { words, numbers, measure }: ComparisonSpeech, y: number): string {
  const texts = marks.map((one) => ({ ...one, text: markText(id, one.mark, words, numbers) }));
  /** A fact of all of them is said once. */
  const common = (values: readonly string[]) => (new Set(values).size === 1 ? (values[0] ?? '') : '');
  const unit = common(texts.map(({ text }) => text.unit));
  const under = common(texts.map(({ text }) => (text.partly === '' ? text.under : text.partly)));
  const columns = columnsOf(marks.length);
  const width = (CARD.scaleX - CARD.x - 24) / columns;
  const head = words.rulers[id];
  const ofAll = [unit, under].filter((part) => part !== '').join(' · ');
  const ofAllWidth = width * columns - measure(head, 17, true) - 10;
  return [
    textSvg(CARD.x, y + 20, head, { size: 17, bold: true, fill: COLORS.muted }),
    textSvg(CARD.x + measure(head, 17, true) + 10, y + 20, fitted(ofAll, { size: 15, width: ofAllWidth, measure }), {
      size: 15,
      fill: COLORS.muted,
    }),
    ...texts.map(({ letter, text }, index) => {
      const [x, top] = [CARD.x + (index % columns) * width, y + 20 + FIGURE_LINE * (1 + Math.floor(index / columns))];
      const figure = fitted(unit === '' ? `${text.figure} ${text.unit}` : text.figure, {
        size: FIGURE_PX,
        width: width - 26,
        measure,
        bold: true,
      });
      return (
        textSvg(x, top, letter, { size: 16, fill: COLORS.muted, bold: true }) +
        textSvg(x + 20, top, figure, { size: FIGURE_PX, bold: true })
      );
    }),
  ].join('');
}

const readoutHeight = ({ marks }: SharedRuler) => 30 + FIGURE_LINE * Math.ceil(marks.length / columnsOf(marks.length));

/** The letters at their places on the scale, kept apart. */
function pinsSvg({ id, marks }: SharedRuler, y: number): string {
  const width = CARD.x + CARD.width - CARD.scaleX;
  const placed = marks
    .map((one) => ({ ...one, at: positionOn(scaleOf(id), one.mark.value).share }))
    .toSorted((a, b) => a.at - b.at);
  const boxes = placed.map(({ at }) => ({ at, width: 2 * BADGE_R }));
  const shifts = placeBoxes(boxes, width, 3);
  return placed
    .map(({ letter, isBase, mark, note, at }, index) => {
      const [x, dx] = [CARD.scaleX + at * width, shifts[index] ?? 0];
      const needle = `<path d="M${px(x + dx)} ${px(y + 20)}L${px(x)} ${px(y + 27)}v18" fill="none" stroke="${COLORS.ink}" stroke-width="2"/>`;
      return needle + badge(letter, isBase, x + dx, y + 10, mark.from === 'mixed' || note !== '');
    })
    .join('');
}

/** A comparison as a picture: what differs most, which result is which, and all of them on common rulers. */
export function comparisonSvg(results: readonly ComparedResult[], speech: ComparisonSpeech): string {
  const { lead = '', font, measure } = speech;
  const leadRoom = { size: LEAD_PX, width: CARD.width, measure, bold: true };
  const lines = lead === '' ? [] : balancedLinesOf([{ text: lead, isNumber: false }], leadRoom).slice(0, 2);
  const leadSvg = lines.map((pieces, index) => {
    const text = pieces
      .map((piece) => piece.text)
      .join('')
      .trimEnd();
    return textSvg(CARD.x, 72 + index * LEAD_PX * 1.2, text, { size: LEAD_PX, bold: true });
  });
  const namesTop = 40 + lines.length * LEAD_PX * 1.2 + (lines.length > 0 ? 12 : 0);
  const names = namesSvg(results, namesTop, measure);
  const top = namesTop + names.height + 10;
  const rulers = shareRulers(results);
  const heights = rulers.map((ruler) => Math.max(SCALE_HEIGHT, readoutHeight(ruler)));
  const share = (CARD.bottom - top - sum(heights)) / Math.max(rulers.length, 1);
  let y = top;
  const rulersSvg = rulers.map((ruler, index) => {
    const height = heights[index] ?? 0;
    const [start, line] = [y + share / 2, ruleSvg(y)];
    y += height + share;
    const scaleTop = start + (height - SCALE_HEIGHT) / 2;
    const room = { x: CARD.scaleX, y: scaleTop, width: CARD.x + CARD.width - CARD.scaleX, size: 1 };
    const bare: Speech = { ...speech, sustained: null };
    return (
      line +
      readoutSvg(ruler, speech, start) +
      scaleSvg({ id: ruler.id, marks: [] }, bare, room) +
      pinsSvg(ruler, scaleTop)
    );
  });
  return cardOf(font, [...leadSvg, names.svg, ...rulersSvg]);
}
