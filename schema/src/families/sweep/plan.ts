import type { Layout } from '../../documents/environment.ts';
import { filledBytes } from '../../schedule/steps.ts';
import { definePlan } from '../family.ts';
import type { BlockSweepPlan, BlockSweepResult, QueueSweepPlan, QueueSweepResult, SweepPlan } from './schema.ts';
import { BLOCK_SWEEP_CODEC, BLOCK_SWEEP_PROFILES, QUEUE_SWEEP_CODEC, QUEUE_SWEEP_PROFILES } from './points.ts';
import { sweepRows } from './rows.ts';
import { sweepFiles, sweepSteps } from './schedule.ts';

function bytesWrittenMax(plan: SweepPlan, layout: Layout): number {
  const writing = plan.directions.some((direction) => direction !== 'read') ? sweepRows(plan).length : 0;
  // The warm-up and the pass each visit the file at most once.
  return filledBytes(sweepFiles(plan), layout) + plan.file_bytes * writing * (plan.warm_up_ms > 0 ? 2 : 1);
}

export const blockSweepPlan = definePlan<BlockSweepPlan, BlockSweepResult>({
  profiles: BLOCK_SWEEP_PROFILES,
  codec: BLOCK_SWEEP_CODEC,
  steps: sweepSteps,
  bytesWrittenMax,
  emptyResult: (_, layout) => ({ family: 'block-sweep', layout, jobs: [] }),
});

export const queueSweepPlan = definePlan<QueueSweepPlan, QueueSweepResult>({
  profiles: QUEUE_SWEEP_PROFILES,
  codec: QUEUE_SWEEP_CODEC,
  steps: sweepSteps,
  bytesWrittenMax,
  emptyResult: (_, layout) => ({ family: 'queue-sweep', layout, jobs: [] }),
});
