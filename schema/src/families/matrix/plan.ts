import { definePlanSide } from '../family.ts';
import { MATRIX_CODEC, resolveCache } from './codec.ts';
import { cacheConflicts } from './cache.ts';
import type { MatrixPlan } from './plan-schema.ts';
import { MATRIX_PROFILES } from './profiles.ts';
import { matrixBytesWrittenMax, matrixSteps } from './schedule.ts';

export * from './cache.ts';
export * from './choices.ts';
export * from './codec.ts';
export * from './forget.ts';
export * from './jobs.ts';
export * from './plan-schema.ts';
export * from './prepared.ts';
export * from './profiles.ts';
export * from './same-plan.ts';
export * from './schedule.ts';

/** The result grid: rows of blocks and queue depths, each read, written or mixed. */
export const matrixPlanSide = definePlanSide<MatrixPlan>({
  id: 'matrix',
  profiles: MATRIX_PROFILES,
  codec: MATRIX_CODEC,
  conflicts: cacheConflicts,
  resolve: resolveCache,
  steps: matrixSteps,
  bytesWrittenMax: matrixBytesWrittenMax,
});
