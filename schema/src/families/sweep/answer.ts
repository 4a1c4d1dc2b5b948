import { type Finding, MB, answerWith, flushedBy, markOf, once } from '../answer-parts.ts';
import type { Answer } from '../answer.ts';
import type { RecordOf } from '../family.ts';
import { blockSweepFamily, kneeOf, queueSweepFamily, sweepPoints } from './figures.ts';
import { sweepFlushes } from './plan.ts';
import type {
  BlockSweepPlan,
  BlockSweepResult,
  QueueSweepPlan,
  QueueSweepResult,
  SweepPlan,
  SweepResult,
} from './schema.ts';

/** Points of a sweep that wrote: nothing tells where its reads came from. */
const writtenPoints = (record: RecordOf<SweepPlan, SweepResult>) =>
  sweepPoints(record.result).filter(({ direction }) => direction === 'write');

export function blockSweepAnswer(record: RecordOf<BlockSweepPlan, BlockSweepResult>): Answer {
  const points = kneeOf(writtenPoints(record), 'bytesPerS');
  const { proof, from } = flushedBy(true, sweepFlushes(record));
  const finding = (): Finding | null => {
    const [bestBytesPerS, knee] = [points?.best.bytesPerS, points?.knee];
    if (!bestBytesPerS || !knee) return null;
    const block_bytes = knee.row.block_bytes;
    return {
      sentence: { kind: 'block_knee', block_bytes, mb_per_s: bestBytesPerS / MB },
      marks: [markOf('block_write', once(bestBytesPerS), { from, per: MB, detail: { block_bytes } })],
    };
  };
  return answerWith(blockSweepFamily, record, { proof, finding: finding(), emptyMark: 'block_write' });
}

export function queueSweepAnswer(record: RecordOf<QueueSweepPlan, QueueSweepResult>): Answer {
  const points = writtenPoints(record);
  const knee = kneeOf(points, 'iops');
  const singleIops = points[0]?.iops;
  const { proof, from } = flushedBy(true, sweepFlushes(record));
  const finding = (): Finding | null => {
    const bestIops = knee?.best.iops;
    if (!bestIops || !singleIops) return null;
    const queues = knee.knee.row.queues;
    return {
      sentence: { kind: 'queue_knee', queues, per_s: bestIops, factor: bestIops / singleIops },
      marks: [markOf('queue_write', once(bestIops), { from, detail: { queues: knee.best.row.queues } })],
    };
  };
  return answerWith(queueSweepFamily, record, { proof, finding: finding(), emptyMark: 'queue_write' });
}
