import type { AnyFamily } from './families.ts';
import type { FamilyId } from './ids.ts';
import { DEFAULT_FAMILY } from './family.ts';

/** One family, with its plans, figures and doubts. Most visits are for the default one, and load no other. */
export async function loadFamily(id: FamilyId): Promise<AnyFamily> {
  if (id === DEFAULT_FAMILY) return (await import('./matrix/family.ts')).matrixFamily;
  return (await import('./families.ts')).familyOf(id);
}
