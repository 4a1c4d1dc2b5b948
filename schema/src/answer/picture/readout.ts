import { isMeasured, type MeasuredMark, type Ruler } from '../answer.ts';
import { markText, linesBelow, say, sideOf } from '../words/index.ts';
import { fitted, textLines } from './lines.ts';
import type { Room, Speech } from './scale.ts';
import { COLORS, textSvg } from './svg.ts';

const NAME_PX = 17;
const FIGURE_PX = 34;
const PAIR_PX = 30;
const UNDER_PX = 15;
const LINE = 18;
/** Baselines from the top of a ruler. */
const READOUT_AT = { name: 22, figure: 56, under: 76, reason: 44 } as const;

interface Readout {
  readonly svg: string;
  /** From the top of the ruler to below its last line. */
  readonly height: number;
}

const colorOf = (mark: MeasuredMark) => (mark.from === 'mixed' ? COLORS.mixed : COLORS[sideOf(mark)]);

/** A figure with its unit, what it is of, and the interval where there is room for it. */
function figureSvg(ruler: Ruler, mark: MeasuredMark, speech: Speech, room: Room, isPair: boolean): string {
  const { words, numbers, measure } = speech;
  const { x, y, width, size } = room;
  const text = markText(ruler.id, mark, words, numbers);
  const figurePx = (isPair ? PAIR_PX : FIGURE_PX) * size;
  const underPx = UNDER_PX * size;
  const said = text.partly === '' ? text.under : text.partly;
  const whole = text.interval === '' ? said : `${said} · ${text.interval}`;
  const under = measure(whole, underPx) <= width ? whole : said;
  const end = x + measure(text.figure, figurePx, true) + 8 * size;
  return [
    textSvg(x, y + READOUT_AT.figure * size, text.figure, { size: figurePx, fill: colorOf(mark), bold: true }),
    textSvg(end, y + READOUT_AT.figure * size, text.unit, { size: 18 * size, fill: COLORS.muted }),
    textSvg(x, y + READOUT_AT.under * size, fitted(under, { size: underPx, width, measure }), {
      size: underPx,
      fill: mark.from === 'mixed' ? COLORS.mixed : COLORS.muted,
    }),
  ].join('');
}

/** Beside a ruler: what it is, its figures, and why marks are missing. */
export function readoutOf(ruler: Ruler, speech: Speech, room: Room): Readout {
  const { words, pictures, numbers, measure, sustained } = speech;
  const { x, y, width, size } = room;
  const measured = ruler.marks.filter(isMeasured);
  const isBurst = measured.some(({ id }) => id === 'large_write');
  const after =
    isBurst && sustained !== null ? [say(pictures.sustained, { speed: numbers.speed(sustained) }, numbers.locale)] : [];
  const reasons = [...after, ...linesBelow(ruler, words, numbers)].flatMap((reason) =>
    textLines(reason, { size: UNDER_PX * size, width, measure }),
  );
  // The second of two is what is written, which has the longer name.
  const first = width * 0.33;
  const rooms =
    measured.length > 1
      ? [
          { x, width: first - 14 },
          { x: x + first, width: width - first },
        ]
      : [{ x, width }];
  const figures = measured.map((mark, index) =>
    figureSvg(ruler, mark, speech, { ...room, ...(rooms[index] ?? { x, width }) }, measured.length > 1),
  );
  const start = measured.length > 0 ? READOUT_AT.under + LINE : READOUT_AT.reason;
  const lines = reasons.map((line, index) =>
    textSvg(x, y + (start + index * LINE) * size, line, { size: UNDER_PX * size, fill: COLORS.muted }),
  );
  const last = reasons.length > 0 ? start + (reasons.length - 1) * LINE : READOUT_AT.under;
  return {
    svg: [
      textSvg(x, y + READOUT_AT.name * size, words.rulers[ruler.id], { size: NAME_PX * size, fill: COLORS.muted, bold: true }),
      ...figures,
      ...lines,
    ].join(''),
    height: (last + 8) * size,
  };
}
