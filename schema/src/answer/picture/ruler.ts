import { isMeasured, type MeasuredMark, type Ruler } from '../../families/answer.ts';
import {
  drawRuler,
  linesBelow,
  markText,
  type Numbers,
  type PictureWords,
  type RulerDrawing,
  say,
  sideOf,
  type Words,
} from '../words/index.ts';
import { COLORS, fitted, type Measure, px, textLines, textSvg } from './svg.ts';

/** Where a scale is drawn, and how large: 1 where three stand below one another. */
export interface Room {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

export interface Speech {
  readonly words: Words;
  readonly pictures: PictureWords;
  readonly numbers: Numbers;
  readonly measure: Measure;
  /** MB/s of a sustained write, beside the burst. */
  readonly sustained: number | null;
}

/** From the top of a scale: names of marks, track, names of classes, axis. */
const SCALE_AT = { flag: 15, stem: 20, track: 27, names: 60, axis: 77 } as const;
export const SCALE_HEIGHT = 82;
const TRACK = 18;
const FLAG_PX = 15;
const BAND_PX = 15;
const AXIS_PX = 14;

function bandsSvg({ bands }: RulerDrawing, { x, y, width, size }: Room): string[] {
  const [top, height] = [y + SCALE_AT.track * size, TRACK * size];
  const shapes = bands.map(({ span: [start, end] }) => {
    const [from, to] = [px(x + start * width), px(x + end * width)];
    return (
      `<path d="M${from} ${px(top)}H${to}v${px(height)}H${from}z" fill="${COLORS.band}"/>` +
      `<path d="M${from} ${px(top)}v${px(height)}M${to} ${px(top)}v${px(height)}" stroke="${COLORS.edge}"/>`
    );
  });
  const names = bands.map(({ at, dx, text }) =>
    textSvg(x + at * width + dx, y + SCALE_AT.names * size, text, {
      size: BAND_PX * size,
      fill: COLORS.muted,
      anchor: 'middle',
    }),
  );
  return [...shapes, ...names];
}

function axisSvg({ ticks, axis }: RulerDrawing, { x, y, width, size }: Room): string[] {
  const bottom = y + (SCALE_AT.track + TRACK) * size;
  const strokes = (shares: readonly number[], length: number) =>
    shares.map((share) => `M${px(x + share * width)} ${px(bottom - length * size)}V${px(bottom)}`).join('');
  return [
    `<path d="${strokes(ticks.small, 4)}" stroke="${COLORS.tick}" opacity="0.6"/>`,
    `<path d="${strokes(ticks.big, 9)}" stroke="${COLORS.tick}"/>`,
    ...axis.map(({ at, text, anchor }) =>
      textSvg(x + at * width, y + SCALE_AT.axis * size, text, { size: AXIS_PX * size, fill: COLORS.faint, anchor }),
    ),
  ];
}

/** A read is a disc, a write a diamond; hollow where memory answered a part. */
function markShape(mark: MeasuredMark, x: number, y: number, size: number): string {
  const color = COLORS[sideOf(mark)];
  const isPart = mark.from === 'mixed';
  const look = `fill="${isPart ? '#fff' : color}" stroke="${isPart ? color : '#fff'}" stroke-width="${px(2.5 * size)}"`;
  if (sideOf(mark) === 'read') return `<circle cx="${px(x)}" cy="${px(y)}" r="${px(8.5 * size)}" ${look}/>`;
  const r = px(10.5 * size);
  return `<path d="M${px(x)} ${px(y - r)}l${r} ${r}-${r} ${r}-${r}-${r}z" ${look}/>`;
}

function marksSvg({ marks }: RulerDrawing, { x, y, width, size }: Room): string[] {
  const middle = y + (SCALE_AT.track + TRACK / 2) * size;
  const intervals = marks.flatMap(({ mark, range }) => {
    if (!range) return [];
    const [start, length] = [px(x + range[0] * width), px((range[1] - range[0]) * width)];
    const top = px(middle - 3 * size);
    return `<rect class="interval" x="${start}" y="${top}" width="${length}" height="${px(6 * size)}" fill="${COLORS[sideOf(mark)]}" opacity="0.45"/>`;
  });
  return [
    ...intervals,
    ...marks.map(({ mark, at, dx, text }) => {
      const [place, color] = [x + at * width, COLORS[sideOf(mark)]];
      const flag = textSvg(place + dx, y + SCALE_AT.flag * size, text, {
        size: FLAG_PX * size,
        fill: color,
        bold: true,
        anchor: 'middle',
      });
      const stem = `<path d="M${px(place)} ${px(y + SCALE_AT.stem * size)}V${px(middle)}" stroke="${color}" stroke-width="${px(2.5 * size)}"/>`;
      return flag + stem + markShape(mark, place, middle, size);
    }),
  ];
}

/** A ruler with its classes, its axis in the unit, and its marks with their intervals. */
export function scaleSvg(ruler: Ruler, speech: Speech, room: Room): string {
  const { words, numbers, measure } = speech;
  const { x, y, width, size } = room;
  const drawing = drawRuler(ruler, words, numbers, {
    ...{ widthPx: width, bandPx: BAND_PX * size, flagPx: FLAG_PX * size, measure },
  });
  return [
    `<rect x="${px(x)}" y="${px(y + SCALE_AT.track * size)}" width="${px(width)}" height="${px(TRACK * size)}" rx="3" fill="${COLORS.track}"/>`,
    ...bandsSvg(drawing, room),
    ...axisSvg(drawing, room),
    ...marksSvg(drawing, room),
  ].join('');
}

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
  const what = text.partly === '' ? text.under : text.partly;
  const fullText = text.interval === '' ? what : `${what} · ${text.interval}`;
  const under = measure(fullText, underPx) <= width ? fullText : what;
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
  const measuredMarks = ruler.marks.filter(isMeasured);
  const isBurst = measuredMarks.some(({ id }) => id === 'large_write');
  const after =
    isBurst && sustained !== null ? [say(pictures.sustained, { speed: numbers.speed(sustained) }, numbers.locale)] : [];
  const reasons = [...after, ...linesBelow(ruler, words, numbers)].flatMap((reason) =>
    textLines(reason, { size: UNDER_PX * size, width, measure }),
  );
  // The second of two is what is written, which has the longer name.
  const firstWidth = width * 0.33;
  const rooms =
    measuredMarks.length > 1
      ? [
          { x, width: firstWidth - 14 },
          { x: x + firstWidth, width: width - firstWidth },
        ]
      : [{ x, width }];
  const figures = measuredMarks.map((mark, index) =>
    figureSvg(ruler, mark, speech, { ...room, ...(rooms[index] ?? { x, width }) }, measuredMarks.length > 1),
  );
  const start = measuredMarks.length > 0 ? READOUT_AT.under + LINE : READOUT_AT.reason;
  const lines = reasons.map((line, index) =>
    textSvg(x, y + (start + index * LINE) * size, line, { size: UNDER_PX * size, fill: COLORS.muted }),
  );
  const lastBaseline = reasons.length > 0 ? start + (reasons.length - 1) * LINE : READOUT_AT.under;
  return {
    svg: [
      textSvg(x, y + READOUT_AT.name * size, words.rulers[ruler.id], {
        size: NAME_PX * size,
        fill: COLORS.muted,
        bold: true,
      }),
      ...figures,
      ...lines,
    ].join(''),
    height: (lastBaseline + 8) * size,
  };
}
