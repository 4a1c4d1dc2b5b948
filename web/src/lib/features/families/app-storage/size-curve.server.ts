import { sizeText } from '@opfsmark/schema/documents';
import type { Crossing, Curve } from '@opfsmark/schema/families/app-storage/sizes';
import { logScaleOf, placeOn } from '$lib/base/charts/log-scale.ts';

const WIDTH = 660;
const HEIGHT = 320;
const LEFT = 84;
const BOTTOM = 30;
const TOP = 20;
/** Two names fit beside the line of the store itself. */
const MAX_OTHERS = 2;
const EVERY_OTHER_SIZE = 2;

interface Other {
  readonly other: string;
  readonly curve: Curve;
  readonly crossing: Crossing;
}

/** Paths and places of a drawing on logarithmic axes: on the server, so that a page draws without a script. */
export function drawCurves(curve: Curve, others: readonly Other[]) {
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last || first === last) return null;
  const shown = others.slice(0, MAX_OTHERS);
  const points = [curve, ...shown.map((one) => one.curve)].flat();
  const times = logScaleOf(
    points.map(({ value }) => value),
    points.map(({ value }) => value),
  );
  const sizes = { low: first.bytes, high: last.bytes };
  const x = (bytes: number) => Math.round(LEFT + placeOn(sizes, bytes) * (WIDTH - LEFT - 24));
  const y = (ns: number) => Math.round(HEIGHT - BOTTOM - placeOn(times, ns) * (HEIGHT - BOTTOM - TOP));
  const within = ({ bytes }: { readonly bytes: number }) => bytes >= sizes.low && bytes <= sizes.high;
  const placesOf = (of: Curve, pick: 'value' | 'low' | 'high') =>
    of.filter(within).map((point) => `${x(point.bytes)},${y(point[pick])}`);
  const lineOf = (of: Curve) => `M${placesOf(of, 'value').join('L')}`;
  const decades = Array.from(
    { length: Math.round(Math.log10(times.high / times.low)) + 1 },
    (_, at) => times.low * 10 ** at,
  );
  return {
    ...{ width: WIDTH, height: HEIGHT, left: LEFT, bottom: HEIGHT - BOTTOM, top: TOP },
    line: lineOf(curve),
    band: `M${[...placesOf(curve, 'high'), ...placesOf(curve, 'low').toReversed()].join('L')}Z`,
    others: shown.map((one) => ({
      store: one.other,
      line: lineOf(one.curve),
      at: x(one.crossing.bytes),
      from: x(one.crossing.low),
      to: x(one.crossing.high),
    })),
    times: decades.map((ns) => ({ ns, at: y(ns) })),
    sizes: curve
      .filter((_, at) => at % EVERY_OTHER_SIZE === 0)
      .map(({ bytes }, at) => ({ text: sizeText(bytes), at: x(bytes), isMinor: at % EVERY_OTHER_SIZE === 1 })),
  };
}
