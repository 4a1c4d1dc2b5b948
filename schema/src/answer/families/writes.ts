import { decodeSeries } from '../../documents/index.ts';
import { durabilityFigures, sustainedFigures, type FamilyRecord } from '../../families/index.ts';
import type { Answer } from '../answer.ts';
import { markOf, MB } from '../build.ts';
import { gradeFlush } from '../grades.ts';
import { answerWith, FLUSHED, once, type Found } from '../single.ts';

export function durabilityAnswer(record: FamilyRecord<'durability'>): Answer {
  const figures = durabilityFigures(record.result);
  const each = figures.find(({ mode }) => mode === 'each');
  const found = (): Found | null => {
    if (!each) return null;
    const ratio = each.ratio === null ? 1 : 1 / each.ratio;
    const interval = { value: each.bytesPerS, low: each.min, high: each.max };
    return {
      sentence: { kind: 'flush_cost', ratio, mb_per_s: each.bytesPerS / MB, grade: gradeFlush(ratio) },
      marks: [markOf('flushed_each', interval, { from: 'drive', per: MB })],
    };
  };
  return answerWith(record, { ruler: 'moves', proof: FLUSHED, found: found(), empty: 'flushed_each' });
}

/** What is left of the first speed below this is a cliff. */
const CLIFF = 0.9;

export function sustainedAnswer(record: FamilyRecord<'sustained'>): Answer {
  const { levels } = sustainedFigures(record.result, record.plan);
  const [first, last] = [levels[0], levels.at(-1)];
  const found = (): Found | null => {
    if (!first || !last) return null;
    const end = last.bytesPerS;
    const share = end / first.bytesPerS;
    const mb_per_s = end / MB;
    const bytes = decodeSeries(record.result.total_us).length * record.plan.round_bytes;
    if (levels.length === 1 || share >= CLIFF) {
      return {
        sentence: { kind: 'steady', mb_per_s, bytes },
        marks: [markOf('at_last', once(end), { from: 'drive', per: MB })],
      };
    }
    const cliff = levels.slice(1).reduce((low, level) => ((level.ratio ?? 1) < (low.ratio ?? 1) ? level : low));
    const after_bytes = cliff.afterBytes;
    return {
      sentence: { kind: 'cliff', first_mb_per_s: first.bytesPerS / MB, mb_per_s, share, after_bytes },
      marks: [
        markOf('at_last', once(end), { from: 'drive', per: MB }),
        markOf('at_first', once(first.bytesPerS), { from: 'drive', per: MB }),
      ],
    };
  };
  return answerWith(record, { ruler: 'moves', proof: FLUSHED, found: found(), empty: 'at_last' });
}
