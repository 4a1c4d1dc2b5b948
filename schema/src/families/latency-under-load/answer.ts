import { type Finding, answerWith, flushedBy, markOf } from '../answer-parts.ts';
import type { Answer } from '../answer.ts';
import type { RecordOf } from '../family.ts';
import { LOAD_PERCENTILES, underLoadFamily, underLoadFigures } from './figures.ts';
import { underLoadFlushes } from './plan.ts';
import type { UnderLoadPlan, UnderLoadResult } from './schema.ts';

/** Half of what the drive takes: busy, and no queue that grows. */
const LOAD_PERCENT = 50;
/** The first that enough calls lie beyond. */
const PERCENTILES = ['p99', 'p95', 'p50'] as const;

export function answer(record: RecordOf<UnderLoadPlan, UnderLoadResult>): Answer {
  const load = underLoadFigures(record.result).loads.find(({ percent }) => percent === LOAD_PERCENT);
  const { proof, from } = flushedBy(true, underLoadFlushes(record));
  const finding = (): Finding | null => {
    const id = PERCENTILES.find((percentile) => load?.percentiles[percentile]);
    const wait = id && load?.percentiles[id];
    if (!wait) return null;
    const share = LOAD_PERCENTILES[id];
    return {
      sentence: { kind: 'busy', ns: wait.value, share },
      marks: [markOf('busy_save', wait, { from, detail: { percent: 100 * share, load: LOAD_PERCENT } })],
    };
  };
  return answerWith(underLoadFamily, record, { proof, finding: finding(), emptyMark: 'busy_save' });
}
