import { databaseResultSide, type DatabaseResult } from './database/result.ts';
import { durabilityResultSide, type DurabilityResult } from './durability/result.ts';
import { matrixResultSide, type MatrixResult } from './matrix/result.ts';
import { pickedFolderResultSide, type PickedFolderResult } from './picked-folder/result.ts';
import { smallFilesResultSide, type SmallFilesResult } from './small-files/result.ts';
import { storageApisResultSide, type StorageApisResult } from './storage-apis/result.ts';
import { stutterResultSide, type StutterResult } from './stutter/result.ts';
import { sustainedResultSide, type SustainedResult } from './sustained/result.ts';
import {
  blockSweepResultSide,
  queueSweepResultSide,
  type BlockSweepResult,
  type QueueSweepResult,
} from './sweep/result.ts';
import type { ResultSide } from './family.ts';
import type { FamilyId } from './ids.ts';
import type { Plan, PlanOf } from './plan-table.ts';

interface Results {
  matrix: MatrixResult;
  stutter: StutterResult;
  'small-files': SmallFilesResult;
  'block-sweep': BlockSweepResult;
  'queue-sweep': QueueSweepResult;
  durability: DurabilityResult;
  sustained: SustainedResult;
  database: DatabaseResult;
  'storage-apis': StorageApisResult;
  'picked-folder': PickedFolderResult;
}

export type ResultOf<Id extends FamilyId> = Results[Id];
/** A result of any family. */
export type Result = ResultOf<FamilyId>;

/** The documents of each family's results. Only who checks a record from outside needs them. */
const RESULT_SIDES: { readonly [Id in FamilyId]: ResultSide<PlanOf<Id>, ResultOf<Id>> } = {
  matrix: matrixResultSide,
  stutter: stutterResultSide,
  'small-files': smallFilesResultSide,
  'block-sweep': blockSweepResultSide,
  'queue-sweep': queueSweepResultSide,
  durability: durabilityResultSide,
  sustained: sustainedResultSide,
  database: databaseResultSide,
  'storage-apis': storageApisResultSide,
  'picked-folder': pickedFolderResultSide,
};

/** By which any result of this id is checked. */
export function resultSideOf(id: FamilyId): ResultSide<Plan, Result> {
  return RESULT_SIDES[id];
}
