import { definePlan } from '../family.ts';
import { cacheConflicts } from './cache.ts';
import { MATRIX_CODEC, resolvePlan } from './codec.ts';
import type { MatrixPlan } from './plan-schema.ts';
import { MATRIX_PROFILES, paceConflicts } from './profiles.ts';
import type { MatrixResult } from './result-schema.ts';
import { matrixBytesWrittenMax, matrixSteps } from './schedule.ts';

/** The result grid: rows of blocks and queue depths, each read, written or mixed. */
export const matrixPlan = definePlan<MatrixPlan, MatrixResult>({
  profiles: MATRIX_PROFILES,
  codec: MATRIX_CODEC,
  conflicts: (plan) => [...new Set([...cacheConflicts(plan), ...paceConflicts(plan)])],
  resolve: resolvePlan,
  steps: (plan, layout) => matrixSteps(plan, layout),
  bytesWrittenMax: matrixBytesWrittenMax,
  emptyResult: () => ({ family: 'matrix', floors: [], jobs: [] }),
});
