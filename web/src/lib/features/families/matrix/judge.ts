import type { FamilyJudge } from '../view.ts';
import { recordSoFar } from './model/record-so-far.ts';
import { verdictOfRecord, verdictSoFar } from './model/verdict.ts';
import { scoreFactsOf } from './score/scores.ts';

/** What only the grid can say of its runs: where its reads came from, and two scores. */
export const matrixJudge: FamilyJudge<'matrix'> = {
  verdictsSoFar:
    ({ floors }, clockStepNs) =>
    (job) =>
      verdictSoFar(job, floors, clockStepNs),
  verdictsOf: (record) => (job) => (job.direction === 'read' ? verdictOfRecord(record, job) : null),
  scoresOf: scoreFactsOf,
  recordSoFar,
};
