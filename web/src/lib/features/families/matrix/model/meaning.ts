import { bucketLowerNs, GIB, rowShortName, type JobResult } from '@opfsmark/schema/documents';
import type { FamilyRecord } from '@opfsmark/schema/families';
import {
  drivePart,
  latency,
  latencyCounts,
  latencyPasses,
  type CacheVerdict,
  type Latency,
} from '@opfsmark/schema/figures';
import { verdictOfRecord } from './verdict.ts';

/** Upper ends of the median of a small read; docs/METHODOLOGY.md says where they come from. */
export const OPEN_LIMITS_NS = { fast: 200e3, fine: 2e6, slow: 15e6 } as const;
/** Upper ends of the median of a small durable write. */
export const SAVE_LIMITS_NS = { smooth: 1e6, fine: 10e6 } as const;
/** People notice a wait from here on. */
export const STALL_NS = 100e6;
/** A drive takes in as much into a cache of its own, and may become slower after that. */
const MAX_BURST_BYTES = GIB;
/** Fewer stalls than this share of all calls are single events and not a habit. */
const STALLS_SHARE = 0.001;

/** Of the drive alone: a read from memory says nothing of a first start. */
export type Opening =
  | { readonly grade: 'notMeasured'; readonly test: string }
  | {
      readonly grade: 'fast' | 'fine' | 'slow' | 'verySlow';
      readonly test: string;
      readonly ops: number;
      readonly p50_ns: number;
      /** `null` where too few calls came from the drive. */
      readonly p99_ns: number | null;
      readonly max_ns: number;
      /** Which of the reads came from the drive, 0..1. */
      readonly share: number;
    };

export interface Saving {
  readonly grade: 'smooth' | 'fine' | 'slow' | 'stalls';
  readonly test: string;
  readonly latency: Latency;
  readonly stalls: number;
}

export interface Care {
  readonly cached: readonly JobResult[];
  readonly mixed: readonly JobResult[];
  readonly unknown: readonly JobResult[];
  /** Writes of so few bytes are a burst: what comes after them was not seen. `null` of more. */
  readonly burstBytes: number | null;
  /** Nothing was repeated. */
  readonly once: boolean;
}

/** The job nearest to what apps do with small pieces: random, the fewest workers, the smallest blocks. */
function smallestFirst(jobs: readonly JobResult[], direction: 'read' | 'write'): JobResult[] {
  return jobs
    .filter((job) => job.direction === direction && job.row.pattern === 'random')
    .toSorted((a, b) => a.workers - b.workers || a.row.block_bytes - b.row.block_bytes);
}

/** What a job's calls to the drive took; `null` where they cannot be told from those to memory. */
function driveReads(record: FamilyRecord<'matrix'>, job: JobResult) {
  const found = latency(latencyPasses(job), 'read');
  const verdict = verdictOfRecord(record, job);
  if (!found || !verdict) return null;
  const { ops, p50_ns, p99_ns, max_ns } = found;
  if (verdict.verdict === 'drive') return { ops, p50_ns, p99_ns, max_ns, share: 1 };
  const part = verdict.verdict === 'mixed' ? drivePart(job, verdict) : null;
  return part && { ops: part.calls, p50_ns: part.p50_ns, p99_ns: part.p99_ns, max_ns, share: part.share };
}

export function openingOf(record: FamilyRecord<'matrix'>): Opening | null {
  const reads = smallestFirst(record.result.jobs, 'read').filter((job) => latency(latencyPasses(job), 'read'));
  const [first] = reads;
  if (!first) return null;
  const { fast, fine, slow } = OPEN_LIMITS_NS;
  // Of the same size, the one that came from the drive.
  const alike = reads.filter(
    ({ row, workers }) => row.block_bytes === first.row.block_bytes && workers === first.workers,
  );
  for (const job of alike) {
    const found = driveReads(record, job);
    if (!found) continue;
    const { p50_ns } = found;
    const grade = p50_ns <= fast ? 'fast' : p50_ns <= fine ? 'fine' : p50_ns <= slow ? 'slow' : 'verySlow';
    return { grade, test: rowShortName(job.row), ...found };
  }
  return { grade: 'notMeasured', test: rowShortName(first.row) };
}

export function savingOf({ result }: FamilyRecord<'matrix'>): Saving | null {
  const [job] = smallestFirst(result.jobs, 'write');
  const passes = job ? latencyPasses(job, 'flush_each') : [];
  const found = latency(passes, 'write');
  if (!job || !found) return null;
  const stalls = latencyCounts(passes, 'write').reduce(
    (sum, calls, bucket) => (bucketLowerNs(bucket) >= STALL_NS ? sum + calls : sum),
    0,
  );
  const { smooth, fine } = SAVE_LIMITS_NS;
  const byMedian = found.p50_ns <= smooth ? 'smooth' : found.p50_ns <= fine ? 'fine' : 'slow';
  return {
    grade: stalls > STALLS_SHARE * found.ops ? 'stalls' : byMedian,
    test: rowShortName(job.row),
    latency: found,
    stalls,
  };
}

export function careOf(record: FamilyRecord<'matrix'>): Care {
  const { result, plan } = record;
  const reads = result.jobs.filter(({ direction }) => direction === 'read');
  const found = (verdict: CacheVerdict['verdict']) =>
    reads.filter((job) => verdictOfRecord(record, job)?.verdict === verdict);
  const hasWrites = result.jobs.some(({ direction }) => direction === 'write');
  return {
    burstBytes: hasWrites && plan.file_bytes <= MAX_BURST_BYTES ? plan.file_bytes : null,
    cached: found('cached'),
    mixed: found('mixed'),
    unknown: found('unknown'),
    once: plan.loops === 1 && !plan.until_stable,
  };
}
