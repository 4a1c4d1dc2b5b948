import { isMeasured, type MeasuredMark, type Ruler } from '../answer.ts';
import { decadesOf, placeLabels, positionOn, type RulerScale, scaleOf } from '../rulers.ts';
import {
  linesBelow,
  markText,
  type Numbers,
  type PictureWords,
  say,
  sideOf,
  valueOn,
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

const endsOf = (scale: RulerScale, low: number, high: number): [number, number] => {
  const [a, b] = [positionOn(scale, low).share, positionOn(scale, high).share];
  return a < b ? [a, b] : [b, a];
};

function bandsSvg(scale: RulerScale, { words, measure }: Speech, room: Room): string[] {
  const { x, y, width, size } = room;
  const [top, height] = [y + SCALE_AT.track * size, TRACK * size];
  const bands = scale.bands
    .map(({ id, low, high }) => {
      const [start, end] = endsOf(scale, low, high);
      return { start, end, at: (start + end) / 2, text: words.bands[id] };
    })
    .toSorted((a, b) => a.at - b.at);
  const font = BAND_PX * size;
  const moved = placeLabels(bands, font, width, measure);
  const shapes = bands.map(({ start, end }) => {
    const [from, to] = [px(x + start * width), px(x + end * width)];
    return (
      `<path d="M${from} ${px(top)}H${to}v${px(height)}H${from}z" fill="${COLORS.band}"/>` +
      `<path d="M${from} ${px(top)}v${px(height)}M${to} ${px(top)}v${px(height)}" stroke="${COLORS.edge}"/>`
    );
  });
  const names = bands.map(({ at, text }, index) =>
    textSvg(x + at * width + (moved[index] ?? 0), y + SCALE_AT.names * size, text, {
      size: font,
      fill: COLORS.muted,
      anchor: 'middle',
    }),
  );
  return [...shapes, ...names];
}

/** 1 to 9 of each decade; the decades themselves are longer and have their number below. */
function axisSvg(ruler: Ruler, scale: RulerScale, { words, numbers }: Speech, { x, y, width, size }: Room): string[] {
  const bottom = y + (SCALE_AT.track + TRACK) * size;
  const decades = decadesOf({ ...scale, better: 'higher' }).slice(0, -1);
  const stroke = (value: number, length: number) =>
    `M${px(x + positionOn(scale, value).share * width)} ${px(bottom - length * size)}V${px(bottom)}`;
  const small = decades.flatMap((decade) => [2, 3, 4, 5, 6, 7, 8, 9].map((step) => stroke(decade * step, 4)));
  const big = decades.slice(1).map((decade) => stroke(decade, 9));
  const values = decadesOf(scale);
  const last = values.length - 1;
  const texts = values.map((value, index) => {
    const text = valueOn(ruler.id, value, numbers);
    const shown = index === last ? say(words.units[scale.unit], { value: text }, numbers.locale) : text;
    const anchor = index === 0 ? 'start' : index === last ? 'end' : 'middle';
    const at = x + (index / last) * width;
    return textSvg(at, y + SCALE_AT.axis * size, shown, { size: AXIS_PX * size, fill: COLORS.faint, anchor });
  });
  return [
    `<path d="${small.join('')}" stroke="${COLORS.tick}" opacity="0.6"/>`,
    `<path d="${big.join('')}" stroke="${COLORS.tick}"/>`,
    ...texts,
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

function marksSvg(ruler: Ruler, scale: RulerScale, { words, numbers, measure }: Speech, room: Room): string[] {
  const { x, y, width, size } = room;
  const marks = ruler.marks
    .filter(isMeasured)
    .map((mark) => {
      const { share: at, beyond } = positionOn(scale, mark.value);
      const { flag } = markText(ruler.id, mark, words, numbers);
      const text = `${beyond === 'slower' ? '← ' : ''}${flag}${beyond === 'faster' ? ' →' : ''}`;
      return { mark, at, beyond, text };
    })
    .toSorted((a, b) => a.at - b.at);
  const font = FLAG_PX * size;
  const moved = placeLabels(marks, font, width, (text, fontPx) => measure(text, fontPx, true));
  const middle = y + (SCALE_AT.track + TRACK / 2) * size;
  const intervals = marks.flatMap(({ mark, beyond }) => {
    if (mark.low === mark.high || beyond !== null) return [];
    const [from, to] = endsOf(scale, mark.low, mark.high);
    const [start, length] = [px(x + from * width), px((to - from) * width)];
    const top = px(middle - 3 * size);
    return `<rect class="interval" x="${start}" y="${top}" width="${length}" height="${px(6 * size)}" fill="${COLORS[sideOf(mark)]}" opacity="0.45"/>`;
  });
  return [
    ...intervals,
    ...marks.map(({ mark, at, text }, index) => {
      const [place, color] = [x + at * width, COLORS[sideOf(mark)]];
      const flag = textSvg(place + (moved[index] ?? 0), y + SCALE_AT.flag * size, text, {
        size: font,
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
  const scale = scaleOf(ruler.id);
  const { x, y, width, size } = room;
  return [
    `<rect x="${px(x)}" y="${px(y + SCALE_AT.track * size)}" width="${px(width)}" height="${px(TRACK * size)}" rx="3" fill="${COLORS.track}"/>`,
    ...bandsSvg(scale, speech, room),
    ...axisSvg(ruler, scale, speech, room),
    ...marksSvg(ruler, scale, speech, room),
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
  const whole = text.interval === '' ? what : `${what} · ${text.interval}`;
  const under = measure(whole, underPx) <= width ? whole : what;
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
      textSvg(x, y + READOUT_AT.name * size, words.rulers[ruler.id], {
        size: NAME_PX * size,
        fill: COLORS.muted,
        bold: true,
      }),
      ...figures,
      ...lines,
    ].join(''),
    height: (last + 8) * size,
  };
}
