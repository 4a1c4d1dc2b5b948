import { bucketLowerNs, rowShortName, type JobResult } from '@opfsmark/schema/documents';
import type { FamilyRecord } from '@opfsmark/schema/families';
import { latency, latencyCounts, latencyPasses, type CacheVerdict, type Latency } from '@opfsmark/schema/figures';
import { verdictOf } from './verdict.ts';

/** Upper ends of the median of a small read; docs/METHODOLOGY.md says where they come from. */
export const OPEN_LIMITS_NS = { fast: 200e3, fine: 2e6, slow: 15e6 } as const;
/** Upper ends of the median of a small durable write. */
export const SAVE_LIMITS_NS = { smooth: 1e6, fine: 10e6 } as const;
/** People notice a wait from here on. */
export const STALL_NS = 100e6;
/** Fewer stalls than this share of all calls are single events and not a habit. */
const STALLS_SHARE = 0.001;

export interface Opening {
  readonly grade: 'fast' | 'fine' | 'slow' | 'verySlow';
  readonly test: string;
  readonly latency: Latency;
  readonly verdict: CacheVerdict | null;
}

export interface Saving {
  readonly grade: 'smooth' | 'fine' | 'slow' | 'stalls';
  readonly test: string;
  readonly latency: Latency;
  readonly stalls: number;
}

/** The job nearest to what apps do with small pieces: random, the fewest workers, the smallest blocks. */
function smallest(jobs: readonly JobResult[], direction: 'read' | 'write'): JobResult | undefined {
  return jobs
    .filter((job) => job.direction === direction && job.row.pattern === 'random')
    .toSorted((a, b) => a.workers - b.workers || a.row.block_bytes - b.row.block_bytes)[0];
}

export function openingOf({ result, environment }: FamilyRecord<'matrix'>): Opening | null {
  const job = smallest(result.jobs, 'read');
  const found = job ? latency(latencyPasses(job), 'read') : null;
  if (!job || !found) return null;
  const { fast, fine, slow } = OPEN_LIMITS_NS;
  const { p50_ns } = found;
  return {
    grade: p50_ns <= fast ? 'fast' : p50_ns <= fine ? 'fine' : p50_ns <= slow ? 'slow' : 'verySlow',
    test: rowShortName(job.row),
    latency: found,
    verdict: verdictOf(job, result.floors, environment.clock_step_ns),
  };
}

export function savingOf({ result }: FamilyRecord<'matrix'>): Saving | null {
  const job = smallest(result.jobs, 'write');
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
