import type { JobResult } from '../../documents/pass.ts';
import { median } from '../../documents/stats.ts';
import { latency } from '../../figures/derive.ts';
import { INSTANT_NS } from '../../figures/rulers.ts';

/** A wait is a stall where it is felt, and this many times as long as what the same calls, or flushes, usually take. */
const MIN_FACTOR = 10;

/**
 * The longest time for which the drive kept waiting a read of it, a write that is flushed each time, or a flush at the end of a loop,
 * where that is a stall; else 0.
 */
export function longestStallOf(jobs: readonly JobResult[]): number {
  const stalls = jobs.flatMap(({ direction, passes }) => {
    const side = direction === 'write' ? 'write' : 'read';
    const calls = passes.filter(({ kind, timing }) => timing === 'each' && (side === 'read' || kind === 'flush_each'));
    const flushes = passes.map(({ flush_ns }) => flush_ns).filter((ns) => ns > 0);
    return [
      { waits: calls.map((pass) => pass[side]?.max_ns ?? 0), usualNs: latency(calls, side)?.p50_ns ?? Infinity },
      { waits: flushes, usualNs: flushes.length > 2 ? median(flushes) : Infinity },
    ].map(({ waits, usualNs }) => {
      const longestNs = Math.max(0, ...waits);
      return longestNs >= Math.max(INSTANT_NS, MIN_FACTOR * usualNs) ? longestNs : 0;
    });
  });
  return Math.max(0, ...stalls);
}
