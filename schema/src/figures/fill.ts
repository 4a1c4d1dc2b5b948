import type { Fill } from '../documents/pass.ts';

/** How fast a file was filled, its flush included: without one it is memory's rate. */
export function fillBytesPerSecond({ bytes, elapsed_ns, flush_ns }: Fill): number | null {
  return elapsed_ns > 0 ? (bytes * 1e9) / (elapsed_ns + flush_ns) : null;
}
