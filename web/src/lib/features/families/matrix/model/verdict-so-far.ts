import type { Floor, JobResult } from '@opfsmark/schema/documents';
import { cacheVerdict, type CacheVerdict } from '@opfsmark/schema/figures';

const soFar = new WeakMap<JobResult, { readonly floors: readonly Floor[]; readonly verdict: CacheVerdict | null }>();

/** The verdict of a run under way, by the calls of its test alone: there is no record yet. `cacheVerdict`, once for each job: it takes milliseconds, and several parts of a page ask. A job is never changed. */
export function verdictSoFar(job: JobResult, floors: readonly Floor[], clockStepNs: number): CacheVerdict | null {
  const before = soFar.get(job);
  if (before?.floors === floors) return before.verdict;
  const verdict = cacheVerdict(job, floors, clockStepNs);
  soFar.set(job, { floors, verdict });
  return verdict;
}
