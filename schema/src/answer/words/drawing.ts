import { isMeasured, type MeasuredMark, type Ruler } from '../../families/answer.ts';
import { decadesOf, placeLabels, positionOn, type RulerScale, scaleOf, widthOf } from '../../figures/rulers.ts';
import type { Words } from './en.ts';
import { say } from './languages.ts';
import { markText, type Numbers, valueOn } from './ruler.ts';

/** Where a ruler is drawn. */
interface RulerRoom {
  readonly widthPx: number;
  /** Sizes of the names of classes and of what is written at marks. */
  readonly bandPx: number;
  readonly flagPx: number;
  /** Default: a guess that no font exceeds. */
  readonly measure?: (text: string, fontPx: number, isBold: boolean) => number;
}

/** `at` and the ends of spans are shares of the ruler, from left to right; `dx` keeps labels apart, in pixels. */
interface Label {
  readonly at: number;
  readonly dx: number;
  readonly text: string;
}
type Span = readonly [start: number, end: number];

/** The drawing of a ruler, wherever it is: the page and the pictures draw it in their own shapes. */
export interface RulerDrawing {
  readonly bands: readonly (Label & { readonly span: Span })[];
  /** 1 to 9 of each decade; the decades themselves are longer. */
  readonly ticks: { readonly small: readonly number[]; readonly big: readonly number[] };
  readonly axis: readonly (Omit<Label, 'dx'> & { readonly anchor: 'start' | 'middle' | 'end' })[];
  readonly marks: readonly (Label & {
    readonly mark: MeasuredMark;
    /** The interval, where it has one on the scale. */
    readonly range: Span | null;
  })[];
}

/** On a narrower ruler names and figures are shorter. */
const WIDE_PX = 480;

function spanOn(scale: RulerScale, low: number, high: number): Span {
  const [a, b] = [positionOn(scale, low).share, positionOn(scale, high).share];
  return a < b ? [a, b] : [b, a];
}

function placeAll<Of extends Omit<Label, 'dx'>>(
  labels: readonly Of[],
  fontPx: number,
  { widthPx, measure = widthOf }: RulerRoom,
  isBold: boolean,
): (Of & Label)[] {
  const inOrder = labels.toSorted((a, b) => a.at - b.at);
  const shifts = placeLabels(inOrder, fontPx, widthPx, (text, px) => measure(text, px, isBold));
  return inOrder.map((label, index) => ({ ...label, dx: shifts[index] ?? 0 }));
}

export function drawRuler(ruler: Ruler, words: Words, numbers: Numbers, room: RulerRoom): RulerDrawing {
  const scale = scaleOf(ruler.id);
  const isWide = room.widthPx >= WIDE_PX;
  const names = isWide ? words.bands : { ...words.bands, ...words.bandsShort };
  const bands = scale.bands.map(({ id, low, high }) => {
    const span = spanOn(scale, low, high);
    return { span, at: (span[0] + span[1]) / 2, text: names[id] };
  });
  const decades = decadesOf({ ...scale, better: 'higher' }).slice(0, -1);
  const at = (value: number) => positionOn(scale, value).share;
  const values = decadesOf(scale);
  const lastIndex = values.length - 1;
  const marks = ruler.marks.filter(isMeasured).map((mark) => {
    const { share, beyond } = positionOn(scale, mark.value);
    const { flag } = markText(ruler.id, mark, words, numbers);
    // Beyond the scale it points to where the mark is.
    const text = `${beyond === 'slower' ? '← ' : ''}${flag}${beyond === 'faster' ? ' →' : ''}`;
    const range = mark.low < mark.high && beyond === null ? spanOn(scale, mark.low, mark.high) : null;
    return { mark, at: share, text, range };
  });
  return {
    bands: placeAll(bands, room.bandPx, room, false),
    ticks: {
      small: decades.flatMap((decade) => [2, 3, 4, 5, 6, 7, 8, 9].map((step) => at(decade * step))),
      big: decades.slice(1).map(at),
    },
    axis: values.map((value, index) => {
      const figure = isWide || scale.unit === 'ns' ? valueOn(ruler.id, value, numbers) : numbers.compact(value);
      const text = index === lastIndex ? say(words.units[scale.unit], { value: figure }, numbers.locale) : figure;
      return { at: index / lastIndex, text, anchor: index === 0 ? 'start' : index === lastIndex ? 'end' : 'middle' };
    }),
    marks: placeAll(marks, room.flagPx, room, true),
  };
}
