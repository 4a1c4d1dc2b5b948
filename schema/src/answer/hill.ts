import { HILL, positionOn, type RulerId, scaleOf } from '../figures/rulers.ts';

/** Values of a ruler, in its unit, and how many providers measured each. */
type PeerValues = readonly { readonly value: number; readonly count: number }[];

const POINTS = 81;
/** Width of what one network adds, in shares of the ruler: a tenth of a decade. */
const KERNEL = 0.1 / 4;

/** The curve that goes over all values, as high as the box where most of them stand. */
export function hillPath(ruler: RulerId, values: PeerValues): string {
  const places = values.map(({ value, count }) => ({ at: positionOn(scaleOf(ruler), value).share, count }));
  const heights = Array.from({ length: POINTS }, (_, index) => {
    const at = index / (POINTS - 1);
    return places.reduce((sum, place) => sum + place.count * Math.exp(-(((at - place.at) / KERNEL) ** 2) / 2), 0);
  });
  const maxHeight = Math.max(...heights);
  const points = heights.map((height, index) => {
    const x = (index / (POINTS - 1)) * HILL.width;
    return `${x} ${(HILL.height * (1 - height / maxHeight)).toFixed(1)}`;
  });
  return `M0 ${HILL.height}L${points.join(' ')} ${HILL.width} ${HILL.height}z`;
}
