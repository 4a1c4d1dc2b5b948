interface Label {
  /** Where its middle would be, 0..1 of the ruler. */
  readonly at: number;
  readonly text: string;
}

const GAP_PX = 8;
/** Mean widths of a character in system fonts, in shares of the font size. */
const LATIN = 0.57;
const WIDE = 1.02;

/** About as wide as a text is set. */
export function widthOf(text: string, fontPx: number): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e7f' ? WIDE : LATIN), 0) * fontPx;
}

/**
 * How far to the right each label is moved, in pixels, so that none lies on another and none leaves a ruler of this
 * width. On a wider ruler they lie further apart. Labels come in the order of their places.
 */
export function placeLabels(
  labels: readonly Label[],
  fontPx: number,
  rulerPx: number,
  measure: (text: string, fontPx: number) => number = widthOf,
): number[] {
  return placeBoxes(
    labels.map(({ at, text }) => ({ at, width: measure(text, fontPx) })),
    rulerPx,
  );
}

/** The same for boxes of a known width. */
export function placeBoxes(
  boxes: readonly { readonly at: number; readonly width: number }[],
  rulerPx: number,
  gapPx = GAP_PX,
): number[] {
  const middles: number[] = [];
  let end = -gapPx;
  boxes.forEach(({ at, width }) => {
    const half = width / 2;
    const middle = Math.max(at * rulerPx, half, end + gapPx + half);
    middles.push(middle);
    end = middle + half;
  });
  let start = rulerPx + gapPx;
  for (let index = boxes.length - 1; index >= 0; index--) {
    const half = (boxes[index]?.width ?? 0) / 2;
    middles[index] = Math.min(middles[index] ?? 0, start - gapPx - half);
    start = (middles[index] ?? 0) - half;
  }
  return boxes.map(({ at }, index) => Math.round((middles[index] ?? 0) - at * rulerPx));
}
