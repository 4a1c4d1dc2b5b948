import type { FigureSide, PlanForms, PlanSide } from './family.ts';
import { DEFAULT_FAMILY, type FamilyId } from './ids.ts';
import type { Plan } from './plan-table.ts';
import type { Result } from './result-table.ts';

/** For pages of one family. Most are of the default one: of that, a bundler makes chunks without all others. */

/** How plans of a family are written, loaded when it is asked for. */
export async function loadPlanForms(id: FamilyId): Promise<PlanForms<Plan>> {
  if (id === DEFAULT_FAMILY) return (await import('./matrix/plan-forms.ts')).matrixPlanForms;
  return (await import('./plan-table.ts')).planSideOf(id);
}

/** `planSideOf`, loaded when it is asked for. */
export async function loadPlanSide(id: FamilyId): Promise<PlanSide<Plan>> {
  if (id === DEFAULT_FAMILY) return (await import('./matrix/plan-side.ts')).matrixPlanSide;
  return (await import('./plan-table.ts')).planSideOf(id);
}

/** `figureSideOf`, loaded when it is asked for. */
export async function loadFigureSide(id: FamilyId): Promise<FigureSide<Plan, Result>> {
  if (id === DEFAULT_FAMILY) return (await import('./matrix/figures.ts')).matrixFigureSide;
  return (await import('./figure-table.ts')).figureSideOf(id);
}
