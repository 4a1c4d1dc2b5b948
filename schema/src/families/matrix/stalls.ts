import type { JobResult } from '../../documents/pass.ts';
import { median, sum } from '../../documents/stats.ts';
import { bytesPerSecond, latency } from '../../figures/derive.ts';
import { FLOW_NS, INSTANT_NS } from '../../figures/rulers.ts';
import type { MatrixResult } from './schema.ts';

/** A wait is a stall where it is felt, and this many times as long as what the same calls, or flushes, usually take. */
const MIN_FACTOR = 10;

interface Waits {
  readonly longestNs: number;
  /** What they usually take; `Infinity` where that is not known. */
  readonly usualNs: number;
  /** Shorter ones are none. */
  readonly feltNs: number;
}

const medianOr = (values: readonly number[]) => (values.length > 2 ? median(values) : Infinity);
const longestOf = (values: readonly number[]) => Math.max(0, ...values);

/** Reads, and writes that are flushed each time, wait for the drive call by call. */
function callWaits({ direction, passes }: JobResult): Waits {
  const side = direction === 'write' ? 'write' : 'read';
  const calls = passes.filter(({ kind, timing }) => timing === 'each' && (side === 'read' || kind === 'flush_each'));
  const longestNs = longestOf(calls.map((pass) => pass[side]?.max_ns ?? 0));
  return { longestNs, usualNs: latency(calls, side)?.p50_ns ?? Infinity, feltNs: INSTANT_NS };
}

function flushWaits({ passes }: JobResult): Waits {
  const flushes = passes.map(({ flush_ns }) => flush_ns).filter((ns) => ns > 0);
  return { longestNs: longestOf(flushes), usualNs: medianOr(flushes), feltNs: INSTANT_NS };
}

/** A write goes to memory until the system lets it wait for those before it: its share of a pass, closing flush included, is usual. */
function writeWaits({ passes }: JobResult): Waits {
  const writes = passes.filter(({ kind, write }) => kind !== 'flush_each' && (write?.ops ?? 0) > 0);
  const usualNs = medianOr(writes.map(({ total_ns, workers, write }) => (total_ns * workers) / (write?.ops ?? 1)));
  return { longestNs: longestOf(writes.map(({ write }) => write?.max_ns ?? 0)), usualNs, feltNs: FLOW_NS };
}

/**
 * The files are written in one go, which usually takes as long as the quickest row needs for as many bytes. Where the rows wrote less
 * than that afterwards, the files may have filled a cache of the drive, which is slow behind it and stands still nowhere.
 */
function fillWaits({ jobs, fill }: Pick<MatrixResult, 'jobs' | 'fill'>): Waits[] {
  const speeds = jobs.flatMap((job) => (job.direction === 'write' ? (bytesPerSecond(job)?.median ?? []) : []));
  const writtenBytes = sum(jobs.flatMap(({ passes }) => passes.map(({ write }) => write?.bytes ?? 0)));
  if (!fill || speeds.length === 0 || fill.bytes > writtenBytes) return [];
  const usualNs = (1e9 * fill.bytes) / Math.max(...speeds);
  return [{ longestNs: Math.max(fill.elapsed_ns, fill.flush_ns), usualNs, feltNs: FLOW_NS }];
}

/** The longest time for which the drive kept a call of these jobs, a flush or the writing of their files waiting, where that is a stall; else 0. */
export function longestStallOf({ jobs, fill }: Pick<MatrixResult, 'jobs' | 'fill'>): number {
  const ofJobs = jobs.flatMap((job) => [callWaits(job), flushWaits(job), writeWaits(job)]);
  const stalls = [...ofJobs, ...fillWaits({ jobs, fill })].filter(
    ({ longestNs, usualNs, feltNs }) => longestNs >= Math.max(feltNs, MIN_FACTOR * usualNs),
  );
  return longestOf(stalls.map(({ longestNs }) => longestNs));
}
