import { verdictInRecord } from '@opfsmark/schema/families';
import type { FamilyJudge } from '../view.ts';
import { scoreFactsOf } from './score/scores.ts';

/** What only the grid can say of its runs: where its reads came from, and two scores. */
export const matrixJudge: FamilyJudge<'matrix'> = {
  verdictsOf: (record) => (job) => {
    const verdict = verdictInRecord(record, job);
    // A mix has no chip of its own, but for files in memory.
    return job.direction !== 'mix' || verdict?.why === 'kept_in_memory' ? verdict : null;
  },
  scoresOf: scoreFactsOf,
};
