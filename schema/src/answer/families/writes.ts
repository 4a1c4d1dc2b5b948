import {
  durabilityFigures,
  durabilityFlushes,
  sustainedFigures,
  sustainedFlushes,
  type FamilyRecord,
  type Level,
} from '../../families/index.ts';
import type { Answer } from '../answer.ts';
import { flushedBy, markOf, MB, missing, once } from '../build.ts';
import { gradeFlush } from '../grades.ts';
import { answerWith, type Found } from '../single.ts';

export function durabilityAnswer(record: FamilyRecord<'durability'>): Answer {
  const figures = durabilityFigures(record.result);
  const flushes = durabilityFlushes(record);
  const { proof, from } = flushedBy(true, flushes);
  const each = figures.find(({ mode }) => mode === 'each');
  const found = (): Found | null => {
    if (!each) return null;
    const ratio = each.ratio === null ? 1 : 1 / each.ratio;
    // Where flushes cost something they do something.
    if (gradeFlush(ratio) === 'free' && flushes.witnesses.length === 0) {
      const marks = [missing('flushed_each', 'unknown_source')];
      return { sentence: { kind: 'nothing', why: 'too_little' }, marks };
    }
    return {
      sentence: { kind: 'flush_cost', ratio, mb_per_s: each.bytesPerS / MB, grade: gradeFlush(ratio) },
      marks: [markOf('flushed_each', each.interval, { from, per: MB })],
    };
  };
  const own = found();
  return answerWith(record, {
    ruler: 'moves',
    proof,
    found: own,
    empty: 'flushed_each',
    whenFlushDoesNothing: { kind: 'unsafe' },
  });
}

/** What is left of the first speed below this is a cliff. */
const CLIFF = 0.9;

export function sustainedAnswer(record: FamilyRecord<'sustained'>): Answer {
  const { levels, hasFallen } = sustainedFigures(record.result, record.plan);
  const [first, last] = [levels[0], levels.at(-1)];
  const { proof, from } = flushedBy(true, sustainedFlushes(record));
  const found = (): Found | null => {
    if (!first || !last) return null;
    const end = last.bytesPerS;
    const share = end / first.bytesPerS;
    const mb_per_s = end / MB;
    const mark = (id: 'kept' | 'at_first' | 'at_last', value: number) => markOf(id, once(value), { from, per: MB });
    if (!hasFallen) {
      const bytes = (last.toRound - last.fromRound) * record.plan.round_bytes;
      return { sentence: { kind: 'steady', mb_per_s, bytes }, marks: [mark('kept', end)] };
    }
    const marks = [mark('at_last', end), mark('at_first', first.bytesPerS)];
    if (share >= CLIFF) {
      const farFromEnd = ({ bytesPerS }: Level) => Math.abs(Math.log(bytesPerS / end));
      const between = levels.reduce((far, level) => (farFromEnd(level) > farFromEnd(far) ? level : far));
      return { sentence: { kind: 'changed', mb_per_s, between_mb_per_s: between.bytesPerS / MB }, marks };
    }
    const cliff = levels.slice(1).reduce((low, level) => ((level.ratio ?? 1) < (low.ratio ?? 1) ? level : low));
    const after_bytes = cliff.afterBytes;
    return {
      sentence: { kind: 'cliff', first_mb_per_s: first.bytesPerS / MB, mb_per_s, share, after_bytes },
      marks,
    };
  };
  return answerWith(record, { ruler: 'moves', proof, found: found(), empty: 'at_last' });
}
