import { latencyCounts, latencyPasses } from './derive.ts';
import { bucketLowerNs, bucketValueNs, percentileBucket, totalCount, type Counts } from '../documents/histogram.ts';
import type { JobResult } from '../documents/pass.ts';
import type { CacheVerdict } from './verdict.ts';

/** Where they are fewer, or a smaller share of all, the calls above the cut are as much memory's late ones as the drive's. */
const MIN_P50 = { share: 0.1, calls: 200 } as const;
/** The slowest calls need more: memory's late ones are among them. And a percentile needs ten calls beyond it. */
const MIN_P99 = { share: 0.5, calls: 1000 } as const;

/** The calls of a read job that waited for the drive. */
export interface DrivePart {
  readonly calls: number;
  /** 0..1 of all calls. */
  readonly share: number;
  readonly p50_ns: number;
  /** `null` where too few calls, or too small a share of them, waited for the drive. */
  readonly p99_ns: number | null;
}

/** The calls that took longer than `cutNs`; `null` where they are too few to speak for the drive. */
export function drivePartOf(counts: Counts, cutNs: number): DrivePart | null {
  const countsAbove = counts.map((count, bucket) => (bucketLowerNs(bucket) >= cutNs ? count : 0));
  const calls = totalCount(countsAbove);
  const share = calls / totalCount(counts);
  const suffice = (min: { readonly share: number; readonly calls: number }) => share >= min.share && calls >= min.calls;
  if (!suffice(MIN_P50)) return null;
  const at = (fraction: number) => bucketValueNs(percentileBucket(countsAbove, fraction));
  return { calls, share, p50_ns: at(0.5), p99_ns: suffice(MIN_P99) ? at(0.99) : null };
}

/** The share of the calls above the cut that the verdict calls the drive's: the others are memory's late ones. */
const MIN_PURITY = 0.8;

/** The drive's part of a read that is `mixed`, by the cut of its verdict; `null` where the part is too small. */
export function drivePart(job: JobResult, verdict: CacheVerdict | null): DrivePart | null {
  if (verdict?.verdict !== 'mixed' || verdict.cut_ns === null || verdict.share_from_memory === null) return null;
  const part = drivePartOf(latencyCounts(latencyPasses(job, 'throughput'), 'read'), verdict.cut_ns);
  return part !== null && 1 - verdict.share_from_memory >= MIN_PURITY * part.share ? part : null;
}
