import type { RunRecord } from '@opfsmark/schema/families';
import type { CacheVerdict } from '@opfsmark/schema/figures';
import type { VerdictOf } from '../../view.ts';

/** One per job of a record, as the server found them: a page that shows them needs nothing of how they are found. */
export type SentVerdicts = readonly (CacheVerdict | null)[];

export function sendVerdicts(record: RunRecord, verdictOf: VerdictOf): SentVerdicts {
  return record.family === 'matrix' ? record.result.jobs.map(verdictOf) : [];
}

export function verdictsFrom(sent: SentVerdicts, record: RunRecord): VerdictOf {
  return (job) => (record.family === 'matrix' ? (sent[record.result.jobs.indexOf(job)] ?? null) : null);
}
