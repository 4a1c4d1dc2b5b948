import { type Finding, MB, answerWith, flushedBy, markOf, once } from '../answer-parts.ts';
import type { Answer } from '../answer.ts';
import type { RecordOf } from '../family.ts';
import { MAX_BURST_BYTES } from '../flushes.ts';
import { isAbove, type Level, sustainedFamily, sustainedFigures } from './figures.ts';
import { sustainedFlushes } from './plan.ts';
import type { SustainedPlan, SustainedResult } from './schema.ts';

/** Below this share of the first speed it is a cliff. */
const CLIFF = 0.9;

export function answer(record: RecordOf<SustainedPlan, SustainedResult>): Answer {
  const { levels, longRun, hasFallen } = sustainedFigures(record.result, record.plan);
  const [first] = levels;
  const { proof, from } = flushedBy(true, sustainedFlushes(record));
  const finding = (): Finding | null => {
    if (!first || !longRun) return null;
    const { bytesPerS } = longRun;
    const share = bytesPerS / first.bytesPerS;
    const mb_per_s = bytesPerS / MB;
    const mark = (id: 'kept' | 'at_first' | 'at_last', value: number) => markOf(id, once(value), { from, per: MB });
    if (!hasFallen) {
      const bytes = (longRun.toRound - longRun.fromRound) * record.plan.round_bytes;
      const isBurst = bytes <= MAX_BURST_BYTES;
      return { sentence: { kind: 'steady', mb_per_s, bytes, isBurst }, marks: [mark('kept', bytesPerS)] };
    }
    const marks = [mark('at_last', bytesPerS), ...(longRun === first ? [] : [mark('at_first', first.bytesPerS)])];
    if (share >= CLIFF) {
      const distanceOf = (level: Level) => Math.abs(Math.log(level.bytesPerS / bytesPerS));
      const farthestLevel = levels.reduce((farthest, level) =>
        distanceOf(level) > distanceOf(farthest) ? level : farthest,
      );
      return { sentence: { kind: 'changed', mb_per_s, between_mb_per_s: farthestLevel.bytesPerS / MB }, marks };
    }
    const { afterBytes: after_bytes } = levels.find((level) => !isAbove(level.bytesPerS, bytesPerS)) ?? longRun;
    return {
      sentence: { kind: 'cliff', first_mb_per_s: first.bytesPerS / MB, mb_per_s, share, after_bytes },
      marks,
    };
  };
  return answerWith(sustainedFamily, record, { proof, finding: finding(), emptyMark: 'at_last' });
}
