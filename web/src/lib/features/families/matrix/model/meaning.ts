import { bucketLowerNs, rowShortName, type JobResult, type Reads } from '@opfsmark/schema/documents';
import { DRIVE_LIMITS, gradeOpen, gradeStall, type OpenGrade, unevenBy } from '@opfsmark/schema/answer';
import { driveFigureOf } from '@opfsmark/schema/families/matrix/drive-figure';
import { suspicionOf } from '@opfsmark/schema/families/matrix/flushes';
import { longestStallOf } from '@opfsmark/schema/families/matrix/stalls';
import type { FamilyRecord } from '@opfsmark/schema/families';
import { iops, type JobFigure, latency, latencyCounts, latencyPasses, type Latency } from '@opfsmark/schema/figures';
import type { VerdictOf } from '../../view.ts';

/** Upper ends of the time of a small durable write: that of a database, and as many as the verdict calls good. */
const SAVE_LIMITS_NS = { smooth: 1e6, fine: 1e9 / DRIVE_LIMITS.save.good } as const;
/** People notice a wait from here on. */
const STALL_NS = 100e6;
/** Fewer stalls than this share of all calls are single events and not a habit. */
const STALLS_SHARE = 0.001;

interface Opening {
  readonly grade: OpenGrade | 'uneven';
  readonly test: string;
  readonly ops: number;
  readonly p50_ns: number;
  readonly p99_ns: number | null;
  readonly max_ns: number;
  /** 0..1: of the calls, those that this is of. */
  readonly share: number;
}

interface Saving {
  readonly grade: 'smooth' | 'fine' | 'slow' | 'uneven' | 'stalls';
  readonly test: string;
  readonly latency: Latency;
  /** Counted over all writes of the test, those that only reached memory too: people wait for either. */
  readonly stalls: number;
  readonly longest_ns: number;
}

/** The time of a call by the rate that the rulers show, so that no card says other than the verdict. */
function callNs(job: JobResult, figure?: JobFigure): number | null {
  const rate = iops(job, figure);
  return rate && (1e9 * job.workers) / rate.median;
}

/** Whether the verdict calls this rate uneven: by the calls that stalled, or by one for which the drive stood still. */
function isUneven(job: JobResult, figure?: JobFigure): boolean {
  const stalls = iops(job, figure)?.stalls ?? null;
  return (stalls !== null && unevenBy(stalls) !== null) || gradeStall(longestStallOf({ jobs: [job] })) === 'freeze';
}

/** The job nearest to what apps do with small pieces: random, the fewest workers, the smallest blocks. */
function smallest(jobs: readonly JobResult[], direction: 'read' | 'write', reads?: Reads): JobResult | undefined {
  return jobs
    .filter((job) => job.direction === direction && job.reads === reads && job.row.pattern === 'random')
    .toSorted((a, b) => a.workers - b.workers || a.row.block_bytes - b.row.block_bytes)[0];
}

/**
 * By the drive: of all calls where hardly one came from memory, else of those that waited for it. `null` where nothing
 * was read; `none` where the drive was not.
 */
export function openingOf(record: FamilyRecord<'matrix'>, verdictOf: VerdictOf): Opening | 'none' | null {
  const { result } = record;
  if (!result.jobs.some((job) => job.direction === 'read' && job.row.pattern === 'random')) return null;
  const job = smallest(result.jobs, 'read', 'drive') ?? smallest(result.jobs, 'read', 'memory');
  const driveFigure = job && driveFigureOf(job, verdictOf(job));
  const all = job ? latency(latencyPasses(job), 'read') : null;
  if (!job || !driveFigure || !all || driveFigure.kind === 'none') return 'none';
  const p50_ns = driveFigure.kind === 'part' ? driveFigure.part.p50_ns : all.p50_ns;
  const byTime = gradeOpen(driveFigure.kind === 'part' ? p50_ns : (callNs(job) ?? p50_ns));
  // The verdict says nothing of the stalls of a part.
  const mayBeUneven = driveFigure.kind === 'whole' && (byTime === 'fast' || byTime === 'fine');
  return {
    grade: mayBeUneven && isUneven(job) ? 'uneven' : byTime,
    test: rowShortName(job.row),
    ops: driveFigure.kind === 'part' ? driveFigure.part.calls : all.ops,
    p50_ns,
    p99_ns: driveFigure.kind === 'part' ? driveFigure.part.p99_ns : all.p99_ns,
    max_ns: all.max_ns,
    share: driveFigure.kind === 'part' ? driveFigure.part.share : 1,
  };
}

/** `null` where nothing was saved with a flush; `none` where a flush reached no drive. */
export function savingOf(record: FamilyRecord<'matrix'>): Saving | 'none' | null {
  const job = smallest(record.result.jobs, 'write');
  const passes = job ? latencyPasses(job, 'flush_each') : [];
  const flushLatency = latency(passes, 'write');
  if (!job || !flushLatency) return null;
  if (record.environment.engine !== 'node-direct' && suspicionOf(record) !== null) return 'none';
  const timedPasses = [...passes, ...latencyPasses(job)];
  const all = latency(timedPasses, 'write') ?? flushLatency;
  const slow = latencyCounts(timedPasses, 'write').reduce(
    (sum, calls, bucket) => (bucketLowerNs(bucket) >= STALL_NS ? sum + calls : sum),
    0,
  );
  // A bucket may begin just below.
  const stalls = Math.max(slow, all.max_ns > STALL_NS ? 1 : 0);
  const { smooth, fine } = SAVE_LIMITS_NS;
  const saveNs = callNs(job, 'flush_each') ?? flushLatency.p50_ns;
  const byTime = saveNs <= smooth ? 'smooth' : saveNs <= fine ? 'fine' : 'slow';
  const byEvenness = byTime !== 'slow' && isUneven(job, 'flush_each') ? 'uneven' : byTime;
  return {
    grade: stalls > STALLS_SHARE * all.ops ? 'stalls' : byEvenness,
    test: rowShortName(job.row),
    latency: flushLatency,
    stalls,
    longest_ns: all.max_ns,
  };
}
