import { database, type DatabasePlan, type DatabaseResult } from './database/index.ts';
import { durability, type DurabilityPlan, type DurabilityResult } from './durability/index.ts';
import type { FamilyDefinition } from './family.ts';
import type { FamilyId } from './ids.ts';
import { matrix, type MatrixPlan, type MatrixResult } from './matrix/index.ts';
import { pickedFolder, type PickedFolderPlan, type PickedFolderResult } from './picked-folder/index.ts';
import { smallFiles, type SmallFilesPlan, type SmallFilesResult } from './small-files/index.ts';
import { storageApis, type StorageApisPlan, type StorageApisResult } from './storage-apis/index.ts';
import { stutter, type StutterPlan, type StutterResult } from './stutter/index.ts';
import { sustained, type SustainedPlan, type SustainedResult } from './sustained/index.ts';
import {
  blockSweep,
  queueSweep,
  type BlockSweepPlan,
  type BlockSweepResult,
  type QueueSweepPlan,
  type QueueSweepResult,
} from './sweep/index.ts';

/** The plan and the result of each family. */
interface Documents {
  matrix: { plan: MatrixPlan; result: MatrixResult };
  stutter: { plan: StutterPlan; result: StutterResult };
  'small-files': { plan: SmallFilesPlan; result: SmallFilesResult };
  'block-sweep': { plan: BlockSweepPlan; result: BlockSweepResult };
  'queue-sweep': { plan: QueueSweepPlan; result: QueueSweepResult };
  durability: { plan: DurabilityPlan; result: DurabilityResult };
  sustained: { plan: SustainedPlan; result: SustainedResult };
  database: { plan: DatabasePlan; result: DatabaseResult };
  'storage-apis': { plan: StorageApisPlan; result: StorageApisResult };
  'picked-folder': { plan: PickedFolderPlan; result: PickedFolderResult };
}

export type PlanOf<Id extends FamilyId> = Documents[Id]['plan'];
export type ResultOf<Id extends FamilyId> = Documents[Id]['result'];
/** A plan, or a result, of any family. */
export type Plan = PlanOf<FamilyId>;
export type Result = ResultOf<FamilyId>;

/** The definition of each family. Everything else asks here. */
export const FAMILIES: { readonly [Id in FamilyId]: FamilyDefinition<PlanOf<Id>, ResultOf<Id>> } = {
  matrix,
  stutter,
  'small-files': smallFiles,
  'block-sweep': blockSweep,
  'queue-sweep': queueSweep,
  durability,
  sustained,
  database,
  'storage-apis': storageApis,
  'picked-folder': pickedFolder,
};

/** The definition by which any plan or result of this id is understood. */
export function familyOf(id: FamilyId): FamilyDefinition<Plan, Result> {
  return FAMILIES[id];
}
