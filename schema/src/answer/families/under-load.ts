import { LOAD_PERCENTILES, underLoadFigures, underLoadFlushes, type FamilyRecord } from '../../families/index.ts';
import type { Answer } from '../answer.ts';
import { flushedBy, markOf } from '../build.ts';
import { answerWith, type Found } from '../single.ts';

/** Half of what the drive takes: busy, and no queue that grows. */
const LOAD_PERCENT = 50;
/** The first that enough calls lie beyond. */
const PERCENTILES = ['p99', 'p95', 'p50'] as const;

export function underLoadAnswer(record: FamilyRecord<'latency-under-load'>): Answer {
  const load = underLoadFigures(record.result).loads.find(({ percent }) => percent === LOAD_PERCENT);
  const { proof, from } = flushedBy(true, underLoadFlushes(record));
  const found = (): Found | null => {
    const id = PERCENTILES.find((percentile) => load?.percentiles[percentile]);
    const measured = id && load?.percentiles[id];
    if (!measured) return null;
    const share = LOAD_PERCENTILES[id];
    return {
      sentence: { kind: 'busy', ns: measured.value, share },
      marks: [markOf('busy_save', measured, { from, detail: { percent: 100 * share, load: LOAD_PERCENT } })],
    };
  };
  return answerWith(record, { ruler: 'busy', proof, found: found(), empty: 'busy_save' });
}
