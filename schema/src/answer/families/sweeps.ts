import { kneeOf, sweepFlushes, sweepPoints, type FamilyRecord } from '../../families/index.ts';
import type { Answer } from '../answer.ts';
import { flushedBy, markOf, MB, once } from '../build.ts';
import { answerWith, type Found } from '../single.ts';

/** Points of a sweep that wrote: nothing tells where its reads came from. */
const written = (record: FamilyRecord<'block-sweep'> | FamilyRecord<'queue-sweep'>) =>
  sweepPoints(record.result).filter(({ direction }) => direction === 'write');

export function blockSweepAnswer(record: FamilyRecord<'block-sweep'>): Answer {
  const points = kneeOf(written(record), 'bytesPerS');
  const { proof, from } = flushedBy(true, sweepFlushes(record));
  const found = (): Found | null => {
    const [best, knee] = [points?.best.bytesPerS, points?.knee];
    if (!best || !knee) return null;
    const block_bytes = knee.row.block_bytes;
    return {
      sentence: { kind: 'block_knee', block_bytes, mb_per_s: best / MB },
      marks: [markOf('block_write', once(best), { from, per: MB, detail: { block_bytes } })],
    };
  };
  return answerWith(record, { ruler: 'moves', proof, found: found(), empty: 'block_write' });
}

export function queueSweepAnswer(record: FamilyRecord<'queue-sweep'>): Answer {
  const points = written(record);
  const knee = kneeOf(points, 'iops');
  const single = points[0]?.iops;
  const { proof, from } = flushedBy(true, sweepFlushes(record));
  const found = (): Found | null => {
    const best = knee?.best.iops;
    if (!best || !single) return null;
    const queues = knee.knee.row.queues;
    return {
      sentence: { kind: 'queue_knee', queues, per_s: best, factor: best / single },
      marks: [markOf('queue_write', once(best), { from, detail: { queues: knee.best.row.queues } })],
    };
  };
  return answerWith(record, { ruler: 'calls', proof, found: found(), empty: 'queue_write' });
}
