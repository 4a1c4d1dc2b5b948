import { latencyPasses, passesOf } from './derive.ts';
import { decodeHistogram, emptyCounts, mergeCounts, totalCount, type Counts } from '../documents/histogram.ts';
import { splitMemory, type SplitDoubt } from './memory-split.ts';
import type { Floor, JobResult, Pass } from '../documents/pass.ts';

/**
 * By the estimate, if the interval does not speak against it. `drive` asks for more of the interval: a cached read must
 * not pass for a drive's. What is neither is `mixed`; what has no narrow interval is `unknown`.
 */
export const VERDICT_BOUNDS = { cached: { share: 0.95, low: 0.8 }, drive: { share: 0.05, high: 0.1 } } as const;

export type Verdict = 'drive' | 'mixed' | 'cached' | 'unknown';

export type VerdictReason =
  | 'split'
  /** The file itself is in memory, as in a private window: reads and writes alike. */
  | 'kept_in_memory'
  /** Of a write: flushes do nothing, so nothing tells whether it reached the drive. */
  | 'unflushed'
  | SplitDoubt
  /** No hot floor for this block size at this number of workers. */
  | 'no_floor'
  /** Throughput and latency come from separate passes, and these did not find the file in the same state. */
  | 'passes_differ'
  /** The system was not seen to forget the file, so late calls may be memory's. */
  | 'not_forgotten'
  /** The page cache was bypassed: see the engine `node-direct`. */
  | 'direct'
  /** Read in order after the system was seen to forget: calls find what it has read ahead, and every byte is the drive's. */
  | 'forgotten';

export interface CacheVerdict {
  readonly verdict: Verdict;
  /** 0..1 of the calls (not of the bytes): answered without waiting for the drive. `null` where it cannot be told. */
  readonly share_from_memory: number | null;
  readonly low: number;
  readonly high: number;
  readonly why: VerdictReason;
  /** Calls up to here were taken for memory, slower ones for the drive; `null` where it cannot be told. */
  readonly cut_ns: number | null;
}

export function unknownVerdict(why: VerdictReason, low = 0, high = 1): CacheVerdict {
  return { verdict: 'unknown', share_from_memory: null, low, high, why, cut_ns: null };
}

function readCounts(passes: readonly Pass[]): number[] {
  return mergeCounts(passes.map((pass) => decodeHistogram(pass.read?.histogram ?? '') ?? emptyCounts()));
}

export function floorOf(floors: readonly Floor[], job: JobResult): Floor | null {
  return floors.find((floor) => floor.block_bytes === job.row.block_bytes && floor.workers === job.workers) ?? null;
}

function verdictOfCounts(own: Counts, floor: Floor, clockStepNs: number): CacheVerdict {
  const hot = decodeHistogram(floor.hot_read.histogram) ?? emptyCounts();
  const split = splitMemory({ hot, own, clockStepNs, emptyCallNs: floor.empty_read_ns, workers: floor.workers });
  if (split.share === null) return unknownVerdict(split.doubt ?? 'overlap', split.low, split.high);
  const { cached, drive } = VERDICT_BOUNDS;
  const isCached = split.share >= cached.share && split.low >= cached.low;
  const isDrive = split.share <= drive.share && split.high <= drive.high;
  const verdict = isCached ? 'cached' : isDrive ? 'drive' : 'mixed';
  const { share, low, high, cut_ns } = split;
  return { verdict, share_from_memory: share, low, high, why: 'split', cut_ns };
}

/**
 * Small reads are read twice: in batches for the headline, then each call timed for the verdict. What the headline read is
 * in memory by then. Of passes on the same state, on a busy machine, the means of 95 % differ by less than this.
 */
const MEANS_DIFFER = 2;

interface Mean {
  readonly ns: number;
  /** How much too long a stepping clock may show a call. */
  readonly blurNs: number;
}

function meanRead(passes: readonly Pass[], clockStepNs: number): Mean {
  const sides = passes.flatMap((pass) => pass.read ?? []);
  const ops = sides.reduce((sum, side) => sum + side.ops, 0);
  return { ns: sides.reduce((sum, side) => sum + side.busy_ns, 0) / ops, blurNs: (2 * clockStepNs) / Math.sqrt(ops) };
}

/**
 * Whether the verdict on the passes that were timed call by call holds for those behind the headline. If these were the
 * slower ones, they had less from memory, and a `drive` holds all the more; if the quicker, a `cached` does.
 */
function holdsFor(headline: readonly Pass[], timed: readonly Pass[], verdict: Verdict, clockStepNs: number): boolean {
  if (headline.length === 0 || verdict === 'unknown') return true;
  const a = meanRead(headline, clockStepNs);
  const b = meanRead(timed, clockStepNs);
  const slower = a.ns > MEANS_DIFFER * b.ns + a.blurNs;
  const quicker = b.ns > MEANS_DIFFER * a.ns + b.blurNs;
  return !(slower && verdict !== 'drive') && !(quicker && verdict !== 'cached');
}

/** The first call of each worker in a pass is often late, whatever it reads: half of the calls come after it at least. */
const MIN_CALLS_PER_START = 2;

function verdictOfPasses(
  headline: readonly Pass[],
  timed: readonly Pass[],
  counts: Counts,
  floor: Floor | null,
  clockStepNs: number,
): CacheVerdict {
  if (!floor) return unknownVerdict('no_floor');
  const starts = timed.reduce((sum, pass) => sum + pass.workers, 0);
  if (totalCount(counts) < MIN_CALLS_PER_START * starts) return unknownVerdict('too_few_calls');
  const told = verdictOfCounts(counts, floor, clockStepNs);
  return holdsFor(headline, timed, told.verdict, clockStepNs) ? told : unknownVerdict('passes_differ');
}

/** The verdict of a job that reads; `null` for one that only writes or has read nothing. */
export function cacheVerdict(job: JobResult, floors: readonly Floor[], clockStepNs: number): CacheVerdict | null {
  const timed = latencyPasses(job, 'throughput');
  const counts = readCounts(timed);
  if (totalCount(counts) === 0) return null;
  return verdictOfPasses(passesOf(job, 'throughput'), timed, counts, floorOf(floors, job), clockStepNs);
}

/** The loops of a job whose reads were timed. */
export function timedLoops(job: JobResult): number[] {
  return [...new Set(latencyPasses(job, 'throughput').flatMap(({ read, loop }) => (read ? [loop] : [])))];
}

/** The same for one loop by itself: a disk with a cache in front of it is slow in the first and quick in the next. */
export function loopVerdict(job: JobResult, loop: number, floors: readonly Floor[], clockStepNs: number): CacheVerdict {
  const of = (passes: readonly Pass[]) => passes.filter((pass) => pass.loop === loop);
  const timed = of(latencyPasses(job, 'throughput')).filter((pass) => pass.read);
  return verdictOfPasses(of(passesOf(job, 'throughput')), timed, readCounts(timed), floorOf(floors, job), clockStepNs);
}
