import type { AnyFamilyPlan } from './families.ts';
import type { FamilyId } from './ids.ts';
import { DEFAULT_FAMILY } from './family.ts';
import { matrixPlan } from './matrix/plan.ts';

/** The plans of one family. Most visits are for the default one, and load no other. */
export async function loadPlan(id: FamilyId): Promise<AnyFamilyPlan> {
  return id === DEFAULT_FAMILY ? matrixPlan : (await import('./families.ts')).familyOf(id);
}
