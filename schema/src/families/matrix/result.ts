import type { RankedChecks } from '../family.ts';
import { matrixImpossible } from './contradictions.ts';
import { matrixUnshown } from './evidence.ts';
import { MatrixPlan } from './plan-schema.ts';
import { MatrixResult } from './result-schema.ts';

export const matrixChecks: RankedChecks<MatrixPlan, MatrixResult> = {
  plan: MatrixPlan,
  result: MatrixResult,
  impossible: matrixImpossible,
  unshown: matrixUnshown,
};
