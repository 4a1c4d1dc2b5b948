import type { FigureSide, PlanSide } from './family.ts';
import type { FamilyId } from './ids.ts';
import type { Plan, PlanOf } from './plan-table.ts';
import type { Result, ResultOf } from './result-table.ts';

/** For pages that show a run of one family: a bundler makes chunks of these, and the page loads that of its family. */
const PLAN_SIDES: { readonly [Id in FamilyId]: () => Promise<PlanSide<PlanOf<Id>>> } = {
  matrix: async () => (await import('./matrix/plan.ts')).matrixPlanSide,
  stutter: async () => (await import('./stutter/plan.ts')).stutterPlanSide,
  'small-files': async () => (await import('./small-files/plan.ts')).smallFilesPlanSide,
  'block-sweep': async () => (await import('./sweep/plan.ts')).blockSweepPlanSide,
  'queue-sweep': async () => (await import('./sweep/plan.ts')).queueSweepPlanSide,
  durability: async () => (await import('./durability/plan.ts')).durabilityPlanSide,
  sustained: async () => (await import('./sustained/plan.ts')).sustainedPlanSide,
  database: async () => (await import('./database/plan.ts')).databasePlanSide,
  'app-storage': async () => (await import('./app-storage/plan.ts')).appStoragePlanSide,
  'picked-folder': async () => (await import('./picked-folder/plan.ts')).pickedFolderPlanSide,
  'picked-file': async () => (await import('./picked-file/plan.ts')).pickedFilePlanSide,
};

const FIGURE_SIDES: { readonly [Id in FamilyId]: () => Promise<FigureSide<PlanOf<Id>, ResultOf<Id>>> } = {
  matrix: async () => (await import('./matrix/figures.ts')).matrixFigureSide,
  stutter: async () => (await import('./stutter/figures.ts')).stutterFigureSide,
  'small-files': async () => (await import('./small-files/figures.ts')).smallFilesFigureSide,
  'block-sweep': async () => (await import('./sweep/figures.ts')).blockSweepFigureSide,
  'queue-sweep': async () => (await import('./sweep/figures.ts')).queueSweepFigureSide,
  durability: async () => (await import('./durability/figures.ts')).durabilityFigureSide,
  sustained: async () => (await import('./sustained/figures.ts')).sustainedFigureSide,
  database: async () => (await import('./database/figures.ts')).databaseFigureSide,
  'app-storage': async () => (await import('./app-storage/figures.ts')).appStorageFigureSide,
  'picked-folder': async () => (await import('./picked-folder/figures.ts')).pickedFolderFigureSide,
  'picked-file': async () => (await import('./picked-file/figures.ts')).pickedFileFigureSide,
};

/** `planSideOf`, loaded when it is asked for. */
export function loadPlanSide(id: FamilyId): Promise<PlanSide<Plan>> {
  return PLAN_SIDES[id]();
}

/** `figureSideOf`, loaded when it is asked for. */
export function loadFigureSide(id: FamilyId): Promise<FigureSide<Plan, Result>> {
  return FIGURE_SIDES[id]();
}
