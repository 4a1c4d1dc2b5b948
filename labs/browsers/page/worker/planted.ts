/** A slowdown that a test plants to see whether it is found: what the page was built with, 1 without. */
declare const SLOWDOWN: number;

/** As the steps of the clock have it. What one interruption of a spin took more is no rest for all samples behind it. */
const MAX_SPARED_MS = 0.01;
let owedMs = 0;

/** Spins for a share of the time since something began; what it spun too long is spared the next time. */
export function spinAfter(startMs: number): void {
  if (SLOWDOWN === 1) return;
  const nowMs = performance.now();
  owedMs += (nowMs - startMs) * (SLOWDOWN - 1);
  let spunMs = 0;
  while (spunMs < owedMs) spunMs = performance.now() - nowMs;
  owedMs = Math.max(owedMs - spunMs, -MAX_SPARED_MS);
}
