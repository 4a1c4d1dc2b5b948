import type { FigureSide, PlanForms } from './family.ts';
import { DEFAULT_FAMILY, type FamilyId } from './ids.ts';
import type { Plan } from './plan-table.ts';
import type { Result } from './result-table.ts';

/** For pages of one run. Most are of the default family: of that one, a bundler makes chunks without all others. */

/** How plans of a family are written, loaded when it is asked for. */
export async function loadPlanForms(id: FamilyId): Promise<PlanForms<Plan>> {
  if (id === DEFAULT_FAMILY) return (await import('./matrix/plan-forms.ts')).matrixPlanForms;
  return (await import('./plan-table.ts')).planSideOf(id);
}

/** `figureSideOf`, loaded when it is asked for. */
export async function loadFigureSide(id: FamilyId): Promise<FigureSide<Plan, Result>> {
  if (id === DEFAULT_FAMILY) return (await import('./matrix/figures.ts')).matrixFigureSide;
  return (await import('./figure-table.ts')).figureSideOf(id);
}
