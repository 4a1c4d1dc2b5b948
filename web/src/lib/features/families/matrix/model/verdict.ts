import type { JobResult } from '@opfsmark/schema/documents';
import { verdictInRecord, type FamilyRecord } from '@opfsmark/schema/families';
import type { CacheVerdict } from '@opfsmark/schema/figures';

const inRecord = new WeakMap<JobResult, CacheVerdict | null>();

/** `verdictInRecord`, once for each job of a finished record: it knows of private windows, too. */
export function verdictOfRecord(record: FamilyRecord<'matrix'>, job: JobResult): CacheVerdict | null {
  const before = inRecord.get(job);
  if (before !== undefined) return before;
  const verdict = verdictInRecord(record, job);
  inRecord.set(job, verdict);
  return verdict;
}
