import { databaseFigureSide } from './database/figures.ts';
import { durabilityFigureSide } from './durability/figures.ts';
import { matrixFigureSide } from './matrix/figures.ts';
import { pickedFolderFigureSide } from './picked-folder/figures.ts';
import { smallFilesFigureSide } from './small-files/figures.ts';
import { storageApisFigureSide } from './storage-apis/figures.ts';
import { stutterFigureSide } from './stutter/figures.ts';
import { sustainedFigureSide } from './sustained/figures.ts';
import { blockSweepFigureSide, queueSweepFigureSide } from './sweep/figures.ts';
import type { FigureSide } from './family.ts';
import type { FamilyId } from './ids.ts';
import type { Plan, PlanOf } from './plan-table.ts';
import type { Result, ResultOf } from './result-table.ts';

/** The figures of each family. */
const FIGURE_SIDES: { readonly [Id in FamilyId]: FigureSide<PlanOf<Id>, ResultOf<Id>> } = {
  matrix: matrixFigureSide,
  stutter: stutterFigureSide,
  'small-files': smallFilesFigureSide,
  'block-sweep': blockSweepFigureSide,
  'queue-sweep': queueSweepFigureSide,
  durability: durabilityFigureSide,
  sustained: sustainedFigureSide,
  database: databaseFigureSide,
  'storage-apis': storageApisFigureSide,
  'picked-folder': pickedFolderFigureSide,
};

/** By which the figures of any result of this id are read. */
export function figureSideOf(id: FamilyId): FigureSide<Plan, Result> {
  return FIGURE_SIDES[id];
}
