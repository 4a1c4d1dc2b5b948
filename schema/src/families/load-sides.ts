import type { Plan, Result } from './families.ts';
import type { FigureSide } from './family.ts';
import { DEFAULT_FAMILY, type FamilyId } from './ids.ts';

/** `figureSideOf`, loaded when it is asked for: a page of the default family loads nothing of the others. */
export async function loadFigureSide(id: FamilyId): Promise<FigureSide<Plan, Result>> {
  if (id === DEFAULT_FAMILY) return (await import('./matrix/figures.ts')).matrixFigureSide;
  return (await import('./figure-table.ts')).figureSideOf(id);
}
