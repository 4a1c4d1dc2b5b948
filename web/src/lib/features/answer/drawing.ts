import type { Ruler } from '@opfsmark/schema/answer';
import { drawRuler, sideOf, type Numbers, type RulerDrawing, type Words } from '@opfsmark/schema/answer/words';

/** Shares of the ruler are written as percentages: SVG then stretches with the page, and no style is needed. */
const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

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
  readonly axis: readonly (Text & Pick<RulerDrawing['axis'][number], 'anchor'>)[];
  readonly marks: readonly {
    readonly x: string;
    readonly side: 'read' | 'write';
    readonly hollow: boolean;
    readonly range: { readonly x: string; readonly width: string } | null;
    readonly flag: Text;
  }[];
}

const SIZES = { bandPx: 12, flagPx: 13 };

const across = (share: number) => (share * WIDTH).toFixed(1);
const strokes = (shares: readonly number[], top: number) =>
  shares.map((share) => `M${across(share)} ${top}V16`).join('');
const textOf = ({ at, dx, text }: { at: number; dx: number; text: string }): Text => ({ x: percent(at), dx, text });

/** A ruler as shapes of the page; `widthPx` is the narrowest on which this drawing is shown. */
export function shapesOf(ruler: Ruler, words: Words, numbers: Numbers, widthPx: number): Drawing {
  const { bands, ticks, axis, marks } = drawRuler(ruler, words, numbers, { widthPx, ...SIZES });
  const spans = bands.map(({ span }) => span);
  return {
    bands: spans.map(([start, end]) => `M${across(start)} 0H${across(end)}V16H${across(start)}z`).join(''),
    edges: strokes(spans.flat(), 0),
    ticks: { small: strokes(ticks.small, 12), big: strokes(ticks.big, 8) },
    names: bands.map(textOf),
    axis: axis.map((label) => ({ ...textOf({ ...label, dx: 0 }), anchor: label.anchor })),
    marks: marks.map(({ mark, range, ...label }) => ({
      x: percent(label.at),
      side: sideOf(mark),
      hollow: mark.from === 'mixed',
      range: range && { x: percent(range[0]), width: percent(range[1] - range[0]) },
      flag: textOf(label),
    })),
  };
}
