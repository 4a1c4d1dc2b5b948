import { type Finding, answerWith, flushedBy, markOf, once } from '../answer-parts.ts';
import type { Answer } from '../answer.ts';
import type { RecordOf } from '../family.ts';
import { gradeCommits } from '../verdict.ts';
import { databaseFamily, databaseFigure } from './figures.ts';
import { databaseFlushes } from './plan.ts';
import type { DatabasePlan, DatabaseResult } from './schema.ts';

export function answer(record: RecordOf<DatabasePlan, DatabaseResult>): Answer {
  const phase = record.result.phases.find(({ id }) => id === 'single');
  const { proof, from } = flushedBy(record.plan.synchronous === 'full', databaseFlushes(record));
  const finding = (): Finding | null => {
    if (!phase || phase.elapsed_ns === 0) return null;
    const { rowsPerS } = databaseFigure(phase);
    return {
      sentence: { kind: 'commits', per_s: rowsPerS, grade: gradeCommits(rowsPerS) },
      marks: [markOf('commit', once(rowsPerS), { from })],
    };
  };
  return answerWith(databaseFamily, record, { proof, finding: finding(), emptyMark: 'commit' });
}
