import { BOUNDS } from '@opfsmark/schema/documents';
import {
  FAMILY_IDS,
  familyOf,
  planProblemsFor,
  type FamilyId,
  type NodeFamilyId,
  type PlanOf,
} from '@opfsmark/schema/families';
import { fileSizes, type DataFiles } from '@opfsmark/schema/schedule';
import { workloadOf } from '../families/registry.ts';

/** Families whose workers need nothing but files. The others measure APIs that only browsers have. */
export const NODE_FAMILIES = FAMILY_IDS.filter((id): id is NodeFamilyId => !familyOf<FamilyId>(id).needsBrowser);
export type NodePlan = PlanOf<NodeFamilyId>;

export const isNodePlan = (plan: { readonly family: FamilyId }): plan is NodePlan =>
  NODE_FAMILIES.some((id) => id === plan.family);

/** Whether a plan measures writes, or reads alone. */
export function measuresWrites(plan: NodePlan): boolean {
  return !('directions' in plan) || plan.directions.some((direction) => direction !== 'read');
}

/** All sets of files that lie in the folder at once. */
export async function fileSetsOf(plan: NodePlan): Promise<DataFiles[]> {
  const workload = await workloadOf<FamilyId>(plan.family);
  return workload.fileSets?.(plan) ?? [workload.files(plan)];
}

/** The sizes of all files that lie in the folder at once. */
export async function fileSizesOf(plan: NodePlan): Promise<number[]> {
  return (await fileSetsOf(plan)).flatMap((files) => fileSizes(files, 'shared'));
}

/** The largest power of two below the size of a plan that may stand in its place and whose files fit; `null` where there is none. */
export async function smallerSize(plan: NodePlan, fits: (sizes: readonly number[]) => boolean): Promise<number | null> {
  if (!('file_bytes' in plan)) return null;
  const { plans, schema } = await workloadOf<FamilyId>(plan.family);
  const { min } = BOUNDS.file_bytes;
  for (let size = min * 2 ** Math.ceil(Math.log2(plan.file_bytes / min) - 1); size >= min; size /= 2) {
    const smaller = { ...plan, file_bytes: size };
    const isPlan = planProblemsFor(plans, schema, smaller).length === 0;
    if (isPlan && fits(await fileSizesOf(smaller))) return size;
  }
  return null;
}
