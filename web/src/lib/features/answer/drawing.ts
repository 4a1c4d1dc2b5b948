import {
  decadesOf,
  isMeasured,
  placeLabels,
  positionOn,
  scaleOf,
  type MeasuredMark,
  type Ruler,
  type RulerScale,
} from '@opfsmark/schema/answer';
import { markText, say, sideOf, valueOn, type Numbers, type Words } from '@opfsmark/schema/answer/words';

/** Shares of the ruler are written as percentages: SVG then stretches with the page, and no style is needed. */
const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

interface Span {
  readonly x: string;
  readonly width: string;
}

interface Text {
  readonly x: string;
  readonly dx: number;
  readonly text: string;
}

/** Width of the box in which what does not change from run to run is drawn, as paths; it is 16 high and as wide as the ruler. */
export const WIDTH = 1000;

export interface Drawing {
  readonly bands: string;
  readonly edges: string;
  readonly ticks: { readonly small: string; readonly big: string };
  readonly names: readonly Text[];
  readonly axis: readonly (Text & { readonly anchor: 'start' | 'middle' | 'end' })[];
  readonly marks: readonly {
    readonly x: string;
    readonly side: 'read' | 'write';
    readonly hollow: boolean;
    readonly beyond: 'slower' | 'faster' | null;
    readonly range: Span | null;
    readonly flag: Text;
  }[];
}

const BAND_PX = 12;
const FLAG_PX = 13;

/** The shares of the ruler at which two values stand, from left to right. */
function endsOf(scale: RulerScale, low: number, high: number): [number, number] {
  const [a, b] = [positionOn(scale, low).share, positionOn(scale, high).share];
  return a < b ? [a, b] : [b, a];
}

function spanOf(scale: RulerScale, low: number, high: number): Span {
  const [start, end] = endsOf(scale, low, high);
  return { x: percent(start), width: percent(end - start) };
}

const across = (share: number) => (share * WIDTH).toFixed(1);
const strokes = (shares: readonly number[], top: number) =>
  shares.map((share) => `M${across(share)} ${top}V16`).join('');

function bandsOf(scale: RulerScale): Pick<Drawing, 'bands' | 'edges'> {
  const ends = scale.bands.map(({ low, high }) => endsOf(scale, low, high));
  return {
    bands: ends.map(([start, end]) => `M${across(start)} 0H${across(end)}V16H${across(start)}z`).join(''),
    edges: strokes(ends.flat(), 0),
  };
}

/** 1 to 9 of each decade; the decades themselves are longer. */
function ticksOf(scale: RulerScale): Drawing['ticks'] {
  const decades = decadesOf({ ...scale, better: 'higher' }).slice(0, -1);
  const at = (value: number) => positionOn(scale, value).share;
  const between = decades.flatMap((decade) => [2, 3, 4, 5, 6, 7, 8, 9].map((step) => at(decade * step)));
  return { small: strokes(between, 12), big: strokes(decades.slice(1).map(at), 8) };
}

function namesOf(scale: RulerScale, words: Words, wide: boolean, rulerPx: number): Text[] {
  const texts = wide ? words.bands : { ...words.bands, ...words.bandsShort };
  const labels = scale.bands
    .map(({ id, low, high }) => {
      const [a, b] = [positionOn(scale, low).share, positionOn(scale, high).share];
      return { at: (a + b) / 2, text: texts[id] };
    })
    .toSorted((a, b) => a.at - b.at);
  const moved = placeLabels(labels, BAND_PX, rulerPx);
  return labels.map(({ at, text }, index) => ({ x: percent(at), dx: moved[index] ?? 0, text }));
}

function axisOf({ id }: Ruler, scale: RulerScale, words: Words, numbers: Numbers, wide: boolean): Drawing['axis'] {
  const values = decadesOf(scale);
  const last = values.length - 1;
  return values.map((value, index) => {
    const text = wide || scale.unit === 'ns' ? valueOn(id, value, numbers) : numbers.compact(value);
    const anchor = index === 0 ? 'start' : index === last ? 'end' : 'middle';
    const unit = index === last ? say(words.units[scale.unit], { value: text }, numbers.locale) : text;
    return { x: percent(index / last), dx: 0, text: unit, anchor };
  });
}

function marksOf(ruler: Ruler, scale: RulerScale, words: Words, numbers: Numbers, rulerPx: number): Drawing['marks'] {
  const measured: (MeasuredMark & { at: number; text: string })[] = ruler.marks
    .filter(isMeasured)
    .map((mark) => {
      const text = markText(ruler.id, mark, words, numbers).flag;
      return { ...mark, at: positionOn(scale, mark.value).share, text };
    })
    .toSorted((a, b) => a.at - b.at);
  const moved = placeLabels(measured, FLAG_PX, rulerPx);
  return measured.map((mark, index) => {
    const { beyond } = positionOn(scale, mark.value);
    return {
      x: percent(mark.at),
      side: sideOf(mark),
      hollow: mark.from === 'mixed',
      beyond,
      range: mark.low < mark.high && beyond === null ? spanOf(scale, mark.low, mark.high) : null,
      flag: { x: percent(mark.at), dx: moved[index] ?? 0, text: mark.text },
    };
  });
}

/** A ruler as shapes; `rulerPx` is the narrowest on which this drawing is shown. */
export function drawRuler(ruler: Ruler, words: Words, numbers: Numbers, rulerPx: number): Drawing {
  const scale = scaleOf(ruler.id);
  const wide = rulerPx >= 480;
  return {
    ...bandsOf(scale),
    ticks: ticksOf(scale),
    names: namesOf(scale, words, wide, rulerPx),
    axis: axisOf(ruler, scale, words, numbers, wide),
    marks: marksOf(ruler, scale, words, numbers, rulerPx),
  };
}
