import type { AnyFamily } from './families.ts';
import type { FamilyId } from './ids.ts';
import { DEFAULT_FAMILY } from './family.ts';

/** A family with its figures and doubts: a page of the default one loads nothing of the others. */
export async function loadFamily(id: FamilyId): Promise<AnyFamily> {
  if (id === DEFAULT_FAMILY) return (await import('./matrix/family.ts')).matrixFamily;
  return (await import('./families.ts')).familyOf(id);
}
