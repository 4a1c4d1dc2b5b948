import type { JobResult } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import type { CacheVerdict } from '@opfsmark/schema/figures';
import type { VerdictOf } from './view.ts';

/** One per job of a record, as the server found them: a page that shows them needs nothing of how they are found. */
type SentVerdicts = readonly (CacheVerdict | null)[];

const jobsOf = ({ result }: RunRecord): readonly JobResult[] => ('jobs' in result ? result.jobs : []);

export function sendVerdicts(record: RunRecord, verdictOf: VerdictOf): SentVerdicts {
  return jobsOf(record).map(verdictOf);
}

export function verdictsFrom(sent: SentVerdicts, record: RunRecord): VerdictOf {
  return (job) => sent[jobsOf(record).indexOf(job)] ?? null;
}
