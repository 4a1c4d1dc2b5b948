import { type Finding, MB, answerWith, flushedBy, markOf, once } from '../answer-parts.ts';
import { rowShortName } from '../../documents/row-name.ts';
import type { Answer, Sentence } from '../answer.ts';
import type { RecordOf } from '../family.ts';
import { bestOf, blockSweepFamily, kneeOf, queueSweepFamily, type SweepPoint, sweepPoints } from './figures.ts';
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

/** Of a sweep that did not come to its largest point no more is known than how fast the best was so far. */
const bestSoFar = ({ row, bytesPerS }: SweepPoint): Sentence => ({
  kind: 'row_write',
  row: rowShortName(row),
  mb_per_s: (bytesPerS ?? 0) / MB,
  verdict: null,
});

export function blockSweepAnswer(record: RecordOf<BlockSweepPlan, BlockSweepResult>): Answer {
  const points = writtenPoints(record);
  const { proof, from } = flushedBy(true, sweepFlushes(record));
  const finding = (): Finding | null => {
    const best = bestOf(points, 'bytesPerS');
    if (!best?.bytesPerS) return null;
    const { row, bytesPerS } = best;
    const knee = kneeOf(record.plan, points, 'bytesPerS')?.knee;
    return {
      sentence: knee
        ? { kind: 'block_knee', block_bytes: knee.row.block_bytes, mb_per_s: bytesPerS / MB }
        : bestSoFar(best),
      marks: [markOf('block_write', once(bytesPerS), { from, per: MB, detail: { block_bytes: row.block_bytes } })],
    };
  };
  return answerWith(blockSweepFamily, record, { proof, finding: finding(), emptyMark: 'block_write' });
}

export function queueSweepAnswer(record: RecordOf<QueueSweepPlan, QueueSweepResult>): Answer {
  const points = writtenPoints(record);
  const { proof, from } = flushedBy(true, sweepFlushes(record));
  const finding = (): Finding | null => {
    const best = bestOf(points, 'iops');
    if (!best?.iops) return null;
    const knee = kneeOf(record.plan, points, 'iops')?.knee;
    const [single, kneeIops] = [points[0]?.iops, knee?.iops];
    return {
      sentence:
        knee && kneeIops && single
          ? { kind: 'queue_knee', queues: knee.row.queues, per_s: best.iops, factor: kneeIops / single }
          : bestSoFar(best),
      marks: [markOf('queue_write', once(best.iops), { from, detail: { queues: best.row.queues } })],
    };
  };
  return answerWith(queueSweepFamily, record, { proof, finding: finding(), emptyMark: 'queue_write' });
}
