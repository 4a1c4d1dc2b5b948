/** A slowdown that a test plants to see whether it is found: what the page was built with, 1 without. */
declare const SLOWDOWN: number;

/** Spins for a share of the time since a call began. */
export function spinAfter(startMs: number): void {
  if (SLOWDOWN === 1) return;
  const endMs = performance.now() + (performance.now() - startMs) * (SLOWDOWN - 1);
  while (performance.now() < endMs);
}
