import type { Floor, JobResult } from '@opfsmark/schema/documents';
import { driveFigureOf as driveFigureBy, type DriveFigure } from '@opfsmark/schema/families';
import { cacheVerdict, type CacheVerdict } from '@opfsmark/schema/figures';

const known = new WeakMap<JobResult, { readonly floors: readonly Floor[]; readonly verdict: CacheVerdict | null }>();

/** `cacheVerdict`, once for each job: it takes milliseconds, and several parts of a page ask. A job is never changed. */
export function verdictOf(job: JobResult, floors: readonly Floor[], clockStepNs: number): CacheVerdict | null {
  const before = known.get(job);
  if (before?.floors === floors) return before.verdict;
  const verdict = cacheVerdict(job, floors, clockStepNs);
  known.set(job, { floors, verdict });
  return verdict;
}

/** What of a job may be shown as the drive's. */
export function driveFigureOf(job: JobResult, floors: readonly Floor[], clockStepNs: number): DriveFigure {
  return driveFigureBy(job, verdictOf(job, floors, clockStepNs));
}
