import { defineFamily } from '../family.ts';
import { MATRIX_CODEC, resolveCache } from './codec.ts';
import { matrixContradictions } from './contradictions.ts';
import { matrixFigures, matrixIostat } from './figures.ts';
import { matrixFlags } from './flags.ts';
import { cacheConflicts, MatrixPlan } from './plan.ts';
import { MATRIX_PROFILES } from './profiles.ts';
import { MatrixResult } from './result.ts';
import { matrixBytesWrittenMax, matrixSteps } from './schedule.ts';

export * from './as-ssd.ts';
export * from './codec.ts';
export * from './drive-figure.ts';
export * from './figures.ts';
export { flushFlags } from './flags.ts';
export * from './forget.ts';
export * from './plan.ts';
export * from './prepared.ts';
export * from './profiles.ts';
export * from './references.ts';
export * from './result.ts';
export * from './schedule.ts';
export * from './score.ts';
export * from './verdict.ts';

/** The result grid: rows of blocks and queue depths, each read, written or mixed. */
export const matrix = defineFamily<MatrixPlan, MatrixResult>({
  id: 'matrix',
  plan: MatrixPlan,
  result: MatrixResult,
  profiles: MATRIX_PROFILES,
  codec: MATRIX_CODEC,
  conflicts: cacheConflicts,
  resolve: resolveCache,
  steps: matrixSteps,
  bytesWrittenMax: matrixBytesWrittenMax,
  contradictions: matrixContradictions,
  flags: matrixFlags,
  iostat: matrixIostat,
  figures: matrixFigures,
});
