/** Enough to meet the smallest step more than once; a coarse clock of 1 ms is given up on after a few. */
const STEPS = 20;
const PATIENCE_MS = 10;

/** Smallest difference the page's clock shows. */
export function measureClockStepNs(now: () => number = () => performance.now()): number {
  const start = now();
  let smallest = Number.POSITIVE_INFINITY;
  for (let step = 0; step < STEPS && (smallest === Number.POSITIVE_INFINITY || now() - start < PATIENCE_MS); step++) {
    const before = now();
    let after = before;
    while (after === before) after = now();
    smallest = Math.min(smallest, after - before);
  }
  // Clocks are cut to whole microseconds; the rest is the noise of floating point.
  return Math.round(smallest * 1e3) * 1e3;
}
