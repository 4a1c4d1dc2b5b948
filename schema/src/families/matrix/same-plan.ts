import { fieldsOf } from '../../plan/codec.ts';
import { MATRIX_CODEC } from './codec.ts';
import type { MatrixPlan } from './plan-schema.ts';

/** Whether two plans ask for the same run. Compared as links write them, which has one form for each value. */
export function samePlan(a: MatrixPlan, b: MatrixPlan): boolean {
  const sameFields = fieldsOf(MATRIX_CODEC).every(([field, { write }]) => write(a[field]) === write(b[field]));
  return a.suite === b.suite && a.profile === b.profile && sameFields;
}
