import type { FamilyId, PlanOf } from '@opfsmark/schema/families';
import type { DataFiles } from '@opfsmark/schema/schedule';
import { workloadOf } from '../families/registry.ts';

/** Families whose workers need nothing but files. The others measure APIs that only browsers have. */
export const NODE_FAMILIES = [
  'matrix',
  'stutter',
  'block-sweep',
  'queue-sweep',
  'durability',
  'latency-under-load',
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

/** All sets of files that lie in the folder at once. */
export async function fileSetsOf(plan: NodePlan): Promise<DataFiles[]> {
  const workload = await workloadOf<FamilyId>(plan.family);
  return workload.fileSets?.(plan) ?? [workload.files(plan)];
}
