import { definePlanSide } from '../family.ts';
import { cacheConflicts } from './cache.ts';
import { resolveCache } from './codec.ts';
import { matrixPlanForms } from './plan-forms.ts';
import type { MatrixPlan } from './plan-schema.ts';
import { matrixBytesWrittenMax, matrixSteps } from './schedule.ts';

/** The result grid: rows of blocks and queue depths, each read, written or mixed. */
export const matrixPlanSide = definePlanSide<MatrixPlan>({
  ...matrixPlanForms,
  conflicts: cacheConflicts,
  resolve: resolveCache,
  steps: matrixSteps,
  bytesWrittenMax: matrixBytesWrittenMax,
});
