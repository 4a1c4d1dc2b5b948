import { databasePlanSide } from './database/plan.ts';
import { durabilityPlanSide } from './durability/plan.ts';
import { matrixPlanSide } from './matrix/plan.ts';
import { pickedFolderPlanSide } from './picked-folder/plan.ts';
import { smallFilesPlanSide } from './small-files/plan.ts';
import { storageApisPlanSide } from './storage-apis/plan.ts';
import { stutterPlanSide } from './stutter/plan.ts';
import { sustainedPlanSide } from './sustained/plan.ts';
import { blockSweepPlanSide, queueSweepPlanSide } from './sweep/plan.ts';
import type { DatabasePlan } from './database/plan-schema.ts';
import type { DurabilityPlan } from './durability/plan-schema.ts';
import type { MatrixPlan } from './matrix/plan-schema.ts';
import type { PickedFolderPlan } from './picked-folder/plan-schema.ts';
import type { SmallFilesPlan } from './small-files/plan-schema.ts';
import type { StorageApisPlan } from './storage-apis/plan-schema.ts';
import type { StutterPlan } from './stutter/plan-schema.ts';
import type { SustainedPlan } from './sustained/plan-schema.ts';
import type { BlockSweepPlan, QueueSweepPlan } from './sweep/plan-schema.ts';
import type { PlanSide } from './family.ts';
import type { FamilyId } from './ids.ts';

interface Plans {
  matrix: MatrixPlan;
  stutter: StutterPlan;
  'small-files': SmallFilesPlan;
  'block-sweep': BlockSweepPlan;
  'queue-sweep': QueueSweepPlan;
  durability: DurabilityPlan;
  sustained: SustainedPlan;
  database: DatabasePlan;
  'storage-apis': StorageApisPlan;
  'picked-folder': PickedFolderPlan;
}

export type PlanOf<Id extends FamilyId> = Plans[Id];
/** A plan of any family. */
export type Plan = PlanOf<FamilyId>;

/** The plans of each family. */
export const PLAN_SIDES: { readonly [Id in FamilyId]: PlanSide<PlanOf<Id>> } = {
  matrix: matrixPlanSide,
  stutter: stutterPlanSide,
  'small-files': smallFilesPlanSide,
  'block-sweep': blockSweepPlanSide,
  'queue-sweep': queueSweepPlanSide,
  durability: durabilityPlanSide,
  sustained: sustainedPlanSide,
  database: databasePlanSide,
  'storage-apis': storageApisPlanSide,
  'picked-folder': pickedFolderPlanSide,
};

/** By which any plan of this id is understood. */
export function planSideOf(id: FamilyId): PlanSide<Plan> {
  return PLAN_SIDES[id];
}
