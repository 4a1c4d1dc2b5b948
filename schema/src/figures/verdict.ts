import { latencyPasses, passesOf } from './derive.ts';
import { decodeHistogram, emptyCounts, mergeCounts, totalCount, type Counts } from '../documents/histogram.ts';
import { splitMemory, type SplitDoubt } from './memory-split.ts';
import type { Floor, JobResult, Pass } from '../documents/pass.ts';

/**
 * By the estimate, if the interval does not speak against it. `device` asks for more of the interval: a cached read must
 * not pass for a drive's. What is neither is `mixed`; what has no narrow interval is `unknown`.
 */
export const VERDICT_BOUNDS = { cached: { share: 0.95, low: 0.8 }, device: { share: 0.05, high: 0.1 } } as const;

export type Verdict = 'device' | 'mixed' | 'cached' | 'unknown';

export type VerdictReason =
  | 'split'
  | SplitDoubt
  /** No hot floor for this block size at this number of workers. */
  | 'no_floor'
  /** Throughput and latency come from separate passes, and these did not find the file in the same state. */
  | 'passes_differ';

export interface CacheVerdict {
  readonly verdict: Verdict;
  /** 0..1; `null` where it cannot be told. */
  readonly share_from_memory: number | null;
  readonly low: number;
  readonly high: number;
  readonly why: VerdictReason;
}

function unknown(why: VerdictReason, low = 0, high = 1): CacheVerdict {
  return { verdict: 'unknown', share_from_memory: null, low, high, why };
}

function readCounts(passes: readonly Pass[]): number[] {
  return mergeCounts(passes.map((pass) => decodeHistogram(pass.read?.histogram ?? '') ?? emptyCounts()));
}

export function floorOf(floors: readonly Floor[], job: JobResult): Floor | null {
  return floors.find((floor) => floor.block_bytes === job.row.block_bytes && floor.workers === job.workers) ?? null;
}

function verdictOfCounts(own: Counts, floor: Floor, clockStepNs: number): CacheVerdict {
  const hot = decodeHistogram(floor.hot_read.histogram) ?? emptyCounts();
  const split = splitMemory({ hot, own, clockStepNs, emptyCallNs: floor.empty_read_ns });
  if (split.share === null) return unknown(split.doubt ?? 'overlap', split.low, split.high);
  const { cached, device } = VERDICT_BOUNDS;
  const isCached = split.share >= cached.share && split.low >= cached.low;
  const isDevice = split.share <= device.share && split.high <= device.high;
  const verdict = isCached ? 'cached' : isDevice ? 'device' : 'mixed';
  return { verdict, share_from_memory: split.share, low: split.low, high: split.high, why: 'split' };
}

/** Timing every call costs up to 38 %, and stolen time falls anywhere; a drive costs an order of magnitude. */
const MEANS_DIFFER = 4;

function meanReadNs(passes: readonly Pass[]): number {
  const sides = passes.flatMap((pass) => pass.read ?? []);
  return sides.reduce((sum, side) => sum + side.busy_ns, 0) / sides.reduce((sum, side) => sum + side.ops, 0);
}

/** Whether the passes that were timed call by call found what the passes behind the headline found. */
function sameState(headline: readonly Pass[], timed: readonly Pass[], clockStepNs: number): boolean {
  const a = meanReadNs(headline);
  const b = meanReadNs(timed);
  return Math.max(a, b) <= MEANS_DIFFER * Math.min(a, b) + clockStepNs;
}

/** The verdict of a job that reads; `null` for one that only writes or has read nothing. */
export function cacheVerdict(job: JobResult, floors: readonly Floor[], clockStepNs: number): CacheVerdict | null {
  const timed = latencyPasses(job, 'throughput');
  const headline = passesOf(job, 'throughput');
  const own = readCounts(timed);
  if (totalCount(own) === 0) return null;
  const floor = floorOf(floors, job);
  if (!floor) return unknown('no_floor');
  if (headline.length > 0 && !sameState(headline, timed, clockStepNs)) return unknown('passes_differ');
  return verdictOfCounts(own, floor, clockStepNs);
}

/** The same for each loop by itself: a disk with a cache in front of it is slow in the first and quick in the next. */
export function loopVerdicts(job: JobResult, floors: readonly Floor[], clockStepNs: number): CacheVerdict[] {
  const floor = floorOf(floors, job);
  const timed = latencyPasses(job, 'throughput').filter((pass) => pass.read);
  const loops = [...new Set(timed.map((pass) => pass.loop))];
  return loops.map((loop) =>
    floor
      ? verdictOfCounts(readCounts(timed.filter((pass) => pass.loop === loop)), floor, clockStepNs)
      : unknown('no_floor'),
  );
}
