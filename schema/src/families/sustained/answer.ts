import { type Finding, MB, answerWith, flushedBy, markOf, once } from '../answer-parts.ts';
import type { Answer } from '../answer.ts';
import type { RecordOf } from '../family.ts';
import { type Level, sustainedFamily, sustainedFigures } from './figures.ts';
import { sustainedFlushes } from './plan.ts';
import type { SustainedPlan, SustainedResult } from './schema.ts';

/** Below this share of the first speed it is a cliff. */
const CLIFF = 0.9;

export function answer(record: RecordOf<SustainedPlan, SustainedResult>): Answer {
  const { levels, hasFallen } = sustainedFigures(record.result, record.plan);
  const [first, last] = [levels[0], levels.at(-1)];
  const { proof, from } = flushedBy(true, sustainedFlushes(record));
  const finding = (): Finding | null => {
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
      const farthestLevel = levels.reduce((farthest, level) =>
        farFromEnd(level) > farFromEnd(farthest) ? level : farthest,
      );
      return { sentence: { kind: 'changed', mb_per_s, between_mb_per_s: farthestLevel.bytesPerS / MB }, marks };
    }
    const cliff = levels.slice(1).reduce((low, level) => ((level.ratio ?? 1) < (low.ratio ?? 1) ? level : low));
    const after_bytes = cliff.afterBytes;
    return {
      sentence: { kind: 'cliff', first_mb_per_s: first.bytesPerS / MB, mb_per_s, share, after_bytes },
      marks,
    };
  };
  return answerWith(sustainedFamily, record, { proof, finding: finding(), emptyMark: 'at_last' });
}
