/** Ends of the ruler: a call that never leaves memory at the left, a pause that everybody notices at the right. */
const SHORTEST_NS = 1e3;
const LONGEST_NS = 1e10;
export const DECADES = Math.log10(LONGEST_NS / SHORTEST_NS);

/** Where a duration lies on the ruler, 0..1. */
export function rulerPosition(ns: number): number {
  if (!(ns > SHORTEST_NS)) return 0;
  return Math.min(1, Math.log10(ns / SHORTEST_NS) / DECADES);
}
