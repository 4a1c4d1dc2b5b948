import { latencyCounts, latencyPasses, passesOf } from './derive.ts';
import { decodeHistogram, emptyCounts, totalCount, type Counts } from '../documents/histogram.ts';
import { splitMemory, type SplitDoubt } from './memory-split.ts';
import type { Floor, JobResult, Pass } from '../documents/pass.ts';

/**
 * By the estimate, if the interval does not speak against it. `drive` asks for more of the interval: a cached read must
 * not pass for a drive's. What is neither is `mixed`; what has no narrow interval is `unknown`.
 */
export const VERDICT_BOUNDS = { memory: { share: 0.95, low: 0.8 }, drive: { share: 0.05, high: 0.1 } } as const;

export type Verdict = 'drive' | 'mixed' | 'memory' | 'unknown';

type VerdictReason =
  | 'split'
  /** The file itself is in memory, as in a private window: reads and writes alike. */
  | 'kept_in_memory'
  /** Flushes do nothing, so nothing tells whether a write reached the drive. */
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

export function floorOf(floors: readonly Floor[], job: JobResult): Floor | null {
  return floors.find((floor) => floor.block_bytes === job.row.block_bytes && floor.workers === job.workers) ?? null;
}

function verdictOfCounts(counts: Counts, floor: Floor, clockStepNs: number): CacheVerdict {
  const hotCounts = decodeHistogram(floor.hot_read.histogram) ?? emptyCounts();
  const split = splitMemory({
    hot: hotCounts,
    own: counts,
    clockStepNs,
    emptyCallNs: floor.empty_read_ns,
    workers: floor.workers,
  });
  if (split.share === null) return unknownVerdict(split.doubt ?? 'overlap', split.low, split.high);
  const { memory, drive } = VERDICT_BOUNDS;
  const isFromMemory = split.share >= memory.share && split.low >= memory.low;
  const isDrive = split.share <= drive.share && split.high <= drive.high;
  const verdict = isFromMemory ? 'memory' : isDrive ? 'drive' : 'mixed';
  const { share, low, high, cut_ns } = split;
  return { verdict, share_from_memory: share, low, high, why: 'split', cut_ns };
}

/**
 * Small reads are read twice: in batches for the headline, then each call timed for the verdict. What the headline read is
 * in memory by then, so what it took longer on average may be calls that waited for the drive. How many they are depends
 * on how long such a call takes. As much as the row's drive read shows; where none does, this many times what memory
 * takes, under which a drive cannot be told from a busy memory anyway.
 */
const DRIVE_STRETCH = 6;
/** A slower drive is taken for this slow: on a busy machine the means of 95 % of honest pairs differ by less than twice. */
const MAX_DRIVE_STRETCH = 11;
/** No headline is called cached of which so much may have come from the drive. */
const MIN_CACHED_SHARE = 0.9;
/** Nor the drive's where it was quicker than the timed calls by more than this. */
const MAX_QUICKER = 1.25;
/** For a part of a job, and for a mixed one, only means that differ by more than this say anything. */
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

/** The time of a call of the drive in reads of this kind; `null` where nobody knows it. */
type DriveNs = number | null;

/** The share of the headline's calls that waited for the drive beyond what the timed calls show, at the most. */
function waitedMore(headline: Mean, timedMean: Mean, driveNs: DriveNs): number {
  const driveCallNs = Math.min(driveNs ?? DRIVE_STRETCH * timedMean.ns, MAX_DRIVE_STRETCH * timedMean.ns);
  const excessNs = Math.max(0, headline.ns - timedMean.ns - headline.blurNs);
  return excessNs === 0 ? 0 : Math.min(1, excessNs / Math.max(driveCallNs - timedMean.ns, 0));
}

/**
 * The verdict on the passes that were timed call by call, as far as it holds for those behind the headline. If these were the
 * slower ones, they had less from memory, and a `drive` holds all the more; if the quicker, a `memory` does.
 */
function forHeadline(
  timedVerdict: CacheVerdict,
  headline: readonly Pass[],
  timedPasses: readonly Pass[],
  clockStepNs: number,
  driveNs: DriveNs,
): CacheVerdict {
  const { verdict, share_from_memory: share, low } = timedVerdict;
  if (headline.length === 0 || share === null) return timedVerdict;
  const a = meanRead(headline, clockStepNs);
  const b = meanRead(timedPasses, clockStepNs);
  const isQuicker = (times: number) => b.ns > times * a.ns + b.blurNs;
  if (verdict === 'drive') return isQuicker(MAX_QUICKER) ? unknownVerdict('passes_differ') : timedVerdict;
  if (verdict === 'mixed') {
    const isSlower = a.ns > MEANS_DIFFER * b.ns + a.blurNs;
    return isSlower || isQuicker(MEANS_DIFFER) ? unknownVerdict('passes_differ') : timedVerdict;
  }
  const leastShare = share - waitedMore(a, b, driveNs);
  return leastShare <= MIN_CACHED_SHARE
    ? unknownVerdict('passes_differ')
    : { ...timedVerdict, low: Math.min(low, leastShare) };
}

/** The first call of each worker in a pass is often late, whatever it reads: half of the calls come after it at least. */
const MIN_CALLS_PER_START = 2;

function verdictOfPasses(
  headline: readonly Pass[],
  timedPasses: readonly Pass[],
  counts: Counts,
  floor: Floor | null,
  clockStepNs: number,
  driveNs: DriveNs,
): CacheVerdict {
  if (!floor) return unknownVerdict('no_floor');
  const starts = timedPasses.reduce((sum, pass) => sum + pass.workers, 0);
  if (totalCount(counts) < MIN_CALLS_PER_START * starts) return unknownVerdict('too_few_calls');
  const timedVerdict = verdictOfCounts(counts, floor, clockStepNs);
  return forHeadline(timedVerdict, headline, timedPasses, clockStepNs, driveNs);
}

/**
 * The verdict of a job that reads; `null` for one that only writes or has read nothing. `driveNs`: what a call took that is
 * known to be the drive's, of the same blocks by as many workers.
 */
export function cacheVerdict(
  job: JobResult,
  floors: readonly Floor[],
  clockStepNs: number,
  driveNs: number | null = null,
): CacheVerdict | null {
  const timedPasses = latencyPasses(job, 'throughput');
  const counts = latencyCounts(timedPasses, 'read');
  if (totalCount(counts) === 0) return null;
  return verdictOfPasses(passesOf(job, 'throughput'), timedPasses, counts, floorOf(floors, job), clockStepNs, driveNs);
}

/** The loops of a job whose reads were timed. */
export function timedLoops(job: JobResult): number[] {
  return [...new Set(latencyPasses(job, 'throughput').flatMap(({ read, loop }) => (read ? [loop] : [])))];
}

/** The same for one loop by itself: a disk with a cache in front of it is slow in the first and quick in the next. */
export function loopVerdict(job: JobResult, loop: number, floors: readonly Floor[], clockStepNs: number): CacheVerdict {
  const of = (passes: readonly Pass[]) => passes.filter((pass) => pass.loop === loop);
  const timedPasses = of(latencyPasses(job, 'throughput')).filter((pass) => pass.read);
  return verdictOfPasses(
    of(passesOf(job, 'throughput')),
    timedPasses,
    latencyCounts(timedPasses, 'read'),
    floorOf(floors, job),
    clockStepNs,
    Infinity,
  );
}
