import { defineChecks } from '../family.ts';
import { matrixContradictions } from './contradictions.ts';
import { MatrixPlan } from './plan-schema.ts';
import { MatrixResult } from './result-schema.ts';

export const matrixChecks = defineChecks<MatrixPlan, MatrixResult>({
  plan: MatrixPlan,
  result: MatrixResult,
  contradictions: matrixContradictions,
});
