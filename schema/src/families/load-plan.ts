import type { AnyFamily, AnyFamilyPlan } from './families.ts';
import { DEFAULT_FAMILY, type FamilyId } from './ids.ts';

/** The plans of one family, loaded when they are asked for. Most visits are for the default one, and load no other. */
export async function loadPlan(id: FamilyId): Promise<AnyFamilyPlan> {
  if (id === DEFAULT_FAMILY) return (await import('./matrix/plan.ts')).matrixPlan;
  return (await import('./families.ts')).familyOf(id);
}

/** The same with its figures and doubts: a page of the default family loads nothing of the others. */
export async function loadFamily(id: FamilyId): Promise<AnyFamily> {
  if (id === DEFAULT_FAMILY) return (await import('./matrix/family.ts')).matrixFamily;
  return (await import('./families.ts')).familyOf(id);
}
