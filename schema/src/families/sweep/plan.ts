import type { Layout } from '../../documents/environment.ts';
import { filledBytes } from '../../schedule/files.ts';
import { definePlanSide } from '../family.ts';
import {
  BLOCK_SWEEP_CODEC,
  BLOCK_SWEEP_PROFILES,
  BlockSweepPlan,
  QUEUE_SWEEP_CODEC,
  QUEUE_SWEEP_PROFILES,
  QueueSweepPlan,
  sweepRows,
  type SweepPlan,
} from './plan-schema.ts';
import { sweepFiles, sweepSteps } from './schedule.ts';

export * from './plan-schema.ts';
export * from './schedule.ts';

function bytesWrittenMax(plan: SweepPlan, layout: Layout): number {
  const writing = plan.directions.some((direction) => direction !== 'read') ? sweepRows(plan).length : 0;
  // The warm-up and the pass each visit the file once at the most.
  return filledBytes(sweepFiles(plan), layout) + plan.file_bytes * writing * (plan.warm_up_ms > 0 ? 2 : 1);
}

export const blockSweepPlanSide = definePlanSide<BlockSweepPlan>({
  id: 'block-sweep',
  plan: BlockSweepPlan,
  profiles: BLOCK_SWEEP_PROFILES,
  codec: BLOCK_SWEEP_CODEC,
  steps: sweepSteps,
  bytesWrittenMax,
});

export const queueSweepPlanSide = definePlanSide<QueueSweepPlan>({
  id: 'queue-sweep',
  plan: QueueSweepPlan,
  profiles: QUEUE_SWEEP_PROFILES,
  codec: QUEUE_SWEEP_CODEC,
  steps: sweepSteps,
  bytesWrittenMax,
});
