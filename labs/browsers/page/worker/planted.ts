/** A slowdown that a test plants to see whether it is found: what the page was built with, 1 without. */
declare const SLOWDOWN: number;

/** Of which a clock with steps of 5 to 20 us can tell how long it is. */
const LEAST_MS = 0.1;
let owedMs = 0;

/** Spins for a share of the time since something began; of what is shorter than the clock can tell, later and together. */
export function spinAfter(startMs: number): void {
  if (SLOWDOWN === 1) return;
  const nowMs = performance.now();
  owedMs += (nowMs - startMs) * (SLOWDOWN - 1);
  if (owedMs < LEAST_MS) return;
  let spunMs = 0;
  while (spunMs < owedMs) spunMs = performance.now() - nowMs;
  owedMs -= spunMs;
}
