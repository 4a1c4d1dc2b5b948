import type { JobResult } from '../../documents/pass.ts';
import { bytesPerSecond, type Summary } from '../../figures/derive.ts';
import { drivePart, type DrivePart } from '../../figures/drive-part.ts';
import type { CacheVerdict } from '../../figures/verdict.ts';

/** Why nothing of a job may be shown as the drive's. */
type NoDriveFigure =
  /** The job was stopped, failed, or does not read. */
  | 'not_measured'
  /** Memory answered all or most calls. */
  | 'memory'
  /** Where they came from cannot be told. */
  | 'unknown';

/** The part of a job that may be shown as reads of the drive. */
export type DriveFigure =
  /** The job's own figures: hardly a call was answered by memory. */
  | { readonly kind: 'whole'; readonly verdict: CacheVerdict; readonly speed: Summary }
  /** The latencies of those calls that waited for the drive. */
  | { readonly kind: 'part'; readonly verdict: CacheVerdict; readonly part: DrivePart }
  | { readonly kind: 'none'; readonly verdict: CacheVerdict | null; readonly reason: NoDriveFigure };

/**
 * Whether calls that were timed tell how long the drive takes. Those of a read in order find what the system has read ahead:
 * their bytes are the drive's, their times mostly memory's.
 */
export const hasDriveTimes = (verdict: Pick<CacheVerdict, 'why'> | null): boolean => verdict?.why !== 'forgotten';

/** The figure of a read job that may be shown as the drive's, by its verdict. */
export function driveFigureOf(job: JobResult, verdict: CacheVerdict | null): DriveFigure {
  const speed = job.direction === 'read' && job.status === 'done' ? bytesPerSecond(job) : null;
  if (!speed || !verdict) return { kind: 'none', verdict, reason: 'not_measured' };
  if (verdict.verdict === 'drive') return { kind: 'whole', verdict, speed };
  // Among reads that memory was to answer, the slow ones are as often late as they are the drive's.
  const part = job.reads === 'memory' ? null : drivePart(job, verdict);
  if (part) return { kind: 'part', verdict, part };
  return { kind: 'none', verdict, reason: verdict.verdict === 'unknown' ? 'unknown' : 'memory' };
}
