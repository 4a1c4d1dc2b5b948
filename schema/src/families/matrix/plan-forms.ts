import type { PlanForms } from '../family.ts';
import { MATRIX_CODEC } from './codec.ts';
import type { MatrixPlan } from './plan-schema.ts';
import { MATRIX_PROFILES } from './profiles.ts';

export const matrixPlanForms: PlanForms<MatrixPlan> = {
  id: 'matrix',
  profiles: MATRIX_PROFILES,
  codec: MATRIX_CODEC,
};
