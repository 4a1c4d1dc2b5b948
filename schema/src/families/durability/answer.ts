import { type Finding, MB, answerWith, flushedBy, markOf, missing } from '../answer-parts.ts';
import type { Answer, Sentence } from '../answer.ts';
import type { RecordOf } from '../family.ts';
import { gradeFlush } from '../verdict.ts';
import { durabilityFamily, durabilityFigures } from './figures.ts';
import { durabilityFlushes } from './plan.ts';
import type { DurabilityPlan, DurabilityResult } from './schema.ts';

export function answer(record: RecordOf<DurabilityPlan, DurabilityResult>): Answer {
  const figures = durabilityFigures(record.result);
  const flushes = durabilityFlushes(record);
  const { proof, from } = flushedBy(true, flushes);
  const eachFigure = figures.find(({ mode }) => mode === 'each');
  const finding = (): Finding | null => {
    if (!eachFigure?.ratio) return null;
    const ratio = 1 / eachFigure.ratio;
    // Where flushes cost something they do something.
    if (gradeFlush(ratio) === 'free' && flushes.witnesses.length === 0) {
      const marks = [missing('flushed_each', 'unknown_source')];
      return { sentence: { kind: 'nothing', why: 'too_little' }, marks };
    }
    return {
      sentence: { kind: 'flush_cost', ratio, mb_per_s: eachFigure.bytesPerS / MB, grade: gradeFlush(ratio) },
      marks: [markOf('flushed_each', eachFigure.interval, { from, per: MB })],
    };
  };
  const whenFlushDoesNothing: Sentence = { kind: 'unsafe' };
  return answerWith(durabilityFamily, record, {
    proof,
    finding: finding(),
    emptyMark: 'flushed_each',
    whenFlushDoesNothing,
  });
}
