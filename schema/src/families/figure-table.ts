import { appStorageFigureSide } from './app-storage/figures.ts';
import { databaseFigureSide } from './database/figures.ts';
import { durabilityFigureSide } from './durability/figures.ts';
import { underLoadFigureSide } from './latency-under-load/figures.ts';
import { matrixFigureSide } from './matrix/figures.ts';
import { pickedFileFigureSide } from './picked-file/figures.ts';
import { pickedFolderFigureSide } from './picked-folder/figures.ts';
import { smallFilesFigureSide } from './small-files/figures.ts';
import { stutterFigureSide } from './stutter/figures.ts';
import { sustainedFigureSide } from './sustained/figures.ts';
import { blockSweepFigureSide, queueSweepFigureSide } from './sweep/figures.ts';
import type { FigureSide } from './family.ts';
import type { FamilyId } from './ids.ts';
import type { Plan, PlanOf, Result, ResultOf } from './families.ts';

/** The figures of each family. */
const FIGURE_SIDES: { readonly [Id in FamilyId]: FigureSide<PlanOf<Id>, ResultOf<Id>> } = {
  matrix: matrixFigureSide,
  stutter: stutterFigureSide,
  'small-files': smallFilesFigureSide,
  'block-sweep': blockSweepFigureSide,
  'queue-sweep': queueSweepFigureSide,
  durability: durabilityFigureSide,
  'latency-under-load': underLoadFigureSide,
  sustained: sustainedFigureSide,
  database: databaseFigureSide,
  'app-storage': appStorageFigureSide,
  'picked-folder': pickedFolderFigureSide,
  'picked-file': pickedFileFigureSide,
};

/** By which the figures of any result of this id are read. */
export function figureSideOf(id: FamilyId): FigureSide<Plan, Result> {
  return FIGURE_SIDES[id];
}
