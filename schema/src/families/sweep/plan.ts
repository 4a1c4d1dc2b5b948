import type { Layout } from '../../documents/environment.ts';
import { filledBytes } from '../../schedule/files.ts';
import { definePlanSide } from '../family.ts';
import type { BlockSweepPlan, QueueSweepPlan, SweepPlan } from './plan-schema.ts';
import { BLOCK_SWEEP_CODEC, BLOCK_SWEEP_PROFILES, QUEUE_SWEEP_CODEC, QUEUE_SWEEP_PROFILES } from './points.ts';
import { sweepRows } from './rows.ts';
import { sweepFiles, sweepSteps } from './schedule.ts';

export * from './points.ts';
export * from './rows.ts';
export * from './schedule.ts';

function bytesWrittenMax(plan: SweepPlan, layout: Layout): number {
  const writing = plan.directions.some((direction) => direction !== 'read') ? sweepRows(plan).length : 0;
  // The warm-up and the pass each visit the file at most once.
  return filledBytes(sweepFiles(plan), layout) + plan.file_bytes * writing * (plan.warm_up_ms > 0 ? 2 : 1);
}

export const blockSweepPlanSide = definePlanSide<BlockSweepPlan>({
  id: 'block-sweep',
  profiles: BLOCK_SWEEP_PROFILES,
  codec: BLOCK_SWEEP_CODEC,
  steps: sweepSteps,
  bytesWrittenMax,
});

export const queueSweepPlanSide = definePlanSide<QueueSweepPlan>({
  id: 'queue-sweep',
  profiles: QUEUE_SWEEP_PROFILES,
  codec: QUEUE_SWEEP_CODEC,
  steps: sweepSteps,
  bytesWrittenMax,
});
