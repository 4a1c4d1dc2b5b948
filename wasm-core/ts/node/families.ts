import { FAMILY_IDS, familyOf, type FamilyId, type NodeFamilyId, type PlanOf } from '@opfsmark/schema/families';
import { fileSizes, type DataFiles } from '@opfsmark/schema/schedule';
import { workloadOf } from '../families/registry.ts';

/** Families whose workers need nothing but files. The others measure APIs that only browsers have. */
export const NODE_FAMILIES = FAMILY_IDS.filter((id): id is NodeFamilyId => !familyOf<FamilyId>(id).needsBrowser);
export type NodePlan = PlanOf<NodeFamilyId>;

export const isNodePlan = (plan: { readonly family: FamilyId }): plan is NodePlan =>
  NODE_FAMILIES.some((id) => id === plan.family);

/** All sets of files that lie in the folder at once. */
export async function fileSetsOf(plan: NodePlan): Promise<DataFiles[]> {
  const workload = await workloadOf<FamilyId>(plan.family);
  return workload.fileSets?.(plan) ?? [workload.files(plan)];
}

/** The sizes of all files that lie in the folder at once. */
export async function fileSizesOf(plan: NodePlan): Promise<number[]> {
  return (await fileSetsOf(plan)).flatMap((files) => fileSizes(files, 'shared'));
}
