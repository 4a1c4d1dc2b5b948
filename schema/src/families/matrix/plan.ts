import { definePlanSide } from '../family.ts';
import { resolveCache } from './codec.ts';
import { cacheConflicts } from './cache.ts';
import type { MatrixPlan } from './plan-schema.ts';
import { matrixPlanForms } from './plan-forms.ts';
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
  ...matrixPlanForms,
  conflicts: cacheConflicts,
  resolve: resolveCache,
  steps: matrixSteps,
  bytesWrittenMax: matrixBytesWrittenMax,
});
