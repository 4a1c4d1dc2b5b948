import type { JobResult, Pass } from '../../documents/pass.ts';
import { median } from '../../documents/stats.ts';
import { latency } from '../../figures/derive.ts';
import { INSTANT_NS } from '../../figures/rulers.ts';

/** A wait is a stall where it is felt, and this many times as long as what the same calls usually take. */
const MIN_FACTOR = 10;

/** The longest of these waits, where it is out of proportion to the usual one. */
function stallAmong(waits: readonly number[], usualNs: number): number {
  const longestNs = Math.max(0, ...waits);
  return longestNs >= INSTANT_NS && longestNs >= MIN_FACTOR * usualNs ? longestNs : 0;
}

/** Calls that wait for the drive one by one: reads of it, and writes that are flushed each time. */
function stallOfCalls({ direction }: JobResult, passes: readonly Pass[]): number {
  const side = direction === 'write' ? 'write' : 'read';
  const waitingPasses = passes.filter(
    ({ kind, timing }) => timing === 'each' && (side === 'read' || kind === 'flush_each'),
  );
  const usualNs = latency(waitingPasses, side)?.p50_ns;
  return usualNs
    ? stallAmong(
        waitingPasses.map((pass) => pass[side]?.max_ns ?? 0),
        usualNs,
      )
    : 0;
}

/** Flushes at the end of a loop: each has about as much to write as the others. */
function stallOfFlushes(passes: readonly Pass[]): number {
  const flushes = passes.map(({ flush_ns }) => flush_ns).filter((ns) => ns > 0);
  return flushes.length < 3 ? 0 : stallAmong(flushes, median(flushes));
}

/** The longest time for which the drive kept a call or a flush of these tests waiting, where that is a stall; else `null`. */
export function longestStallOf(jobs: readonly JobResult[]): number | null {
  const stalls = jobs.flatMap((job) => [stallOfCalls(job, job.passes), stallOfFlushes(job.passes)]);
  const longestNs = Math.max(0, ...stalls);
  return longestNs > 0 ? longestNs : null;
}
