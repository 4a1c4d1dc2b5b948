import { defineResultSide } from '../family.ts';
import { matrixContradictions } from './contradictions.ts';
import type { MatrixPlan } from './plan-schema.ts';
import { MatrixResult } from './result-schema.ts';

export * from './forget-result.ts';
export * from './result-schema.ts';

export const matrixResultSide = defineResultSide<MatrixPlan, MatrixResult>({
  id: 'matrix',
  result: MatrixResult,
  contradictions: matrixContradictions,
});
