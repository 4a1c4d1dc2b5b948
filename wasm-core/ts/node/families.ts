import {
  filePartsOf,
  forgets,
  hasParts,
  hotFilesOf,
  partFiles,
  sampleFilesOf,
  type FamilyId,
  type PlanOf,
} from '@opfsmark/schema/families';
import type { DataFiles } from '@opfsmark/schema/schedule';
import { workloadOf } from '../families/registry.ts';

/** Families whose workers need nothing but files. The others measure APIs that only browsers have. */
export const NODE_FAMILIES = [
  'matrix',
  'stutter',
  'block-sweep',
  'queue-sweep',
  'durability',
  'sustained',
] as const satisfies readonly FamilyId[];
export type NodeFamilyId = (typeof NODE_FAMILIES)[number];
export type NodePlan = PlanOf<NodeFamilyId>;

export const isNodePlan = (plan: { readonly family: FamilyId }): plan is NodePlan =>
  NODE_FAMILIES.some((id) => id === plan.family);

/** Whether a plan measures writes, or reads alone. */
export function measuresWrites(plan: NodePlan): boolean {
  return !('directions' in plan) || plan.directions.some((direction) => direction !== 'read');
}

type FileSets<Id extends NodeFamilyId> = (plan: PlanOf<Id>) => DataFiles[] | Promise<DataFiles[]>;

/** Of a family whose files are the only ones. */
const ownFiles: FileSets<NodeFamilyId> = async (plan) => [(await workloadOf<FamilyId>(plan.family)).files(plan)];

const FILE_SETS: { readonly [Id in NodeFamilyId]: FileSets<Id> } = {
  matrix(plan) {
    const parts = hasParts(plan) ? filePartsOf(plan).map(({ row }) => partFiles(plan, row)) : [];
    return [hotFilesOf(plan), ...parts, ...(forgets(plan) ? [sampleFilesOf(plan)] : [])];
  },
  stutter: ownFiles,
  'block-sweep': ownFiles,
  'queue-sweep': ownFiles,
  durability: ownFiles,
  sustained: ownFiles,
};

/** All sets of files that lie in the folder at once. */
export async function fileSetsOf(plan: NodePlan): Promise<DataFiles[]> {
  // A plan is given to the function of its own family.
  return (FILE_SETS[plan.family] as FileSets<NodeFamilyId>)(plan);
}
