import type * as z from 'zod/mini';
import { DatabasePlan } from './database/plan-schema.ts';
import { DurabilityPlan } from './durability/plan-schema.ts';
import { MatrixPlan } from './matrix/plan-schema.ts';
import { PickedFolderPlan } from './picked-folder/plan-schema.ts';
import { SmallFilesPlan } from './small-files/plan-schema.ts';
import { StorageApisPlan } from './storage-apis/plan-schema.ts';
import { StutterPlan } from './stutter/plan-schema.ts';
import { SustainedPlan } from './sustained/plan-schema.ts';
import { BlockSweepPlan, QueueSweepPlan } from './sweep/plan-schema.ts';
import type { FamilyId } from './ids.ts';
import type { Plan, PlanOf } from './plan-table.ts';

/** By which a plan from outside is checked: apart from what a page needs of plans that it made itself. */
export const PLAN_SCHEMAS: { readonly [Id in FamilyId]: z.ZodMiniType<PlanOf<Id>> } = {
  matrix: MatrixPlan,
  stutter: StutterPlan,
  'small-files': SmallFilesPlan,
  'block-sweep': BlockSweepPlan,
  'queue-sweep': QueueSweepPlan,
  durability: DurabilityPlan,
  sustained: SustainedPlan,
  database: DatabasePlan,
  'storage-apis': StorageApisPlan,
  'picked-folder': PickedFolderPlan,
};

export function planSchemaOf(id: FamilyId): z.ZodMiniType<Plan> {
  return PLAN_SCHEMAS[id];
}
