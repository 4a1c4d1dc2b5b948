import { standardPlan, type FamilyId, type Plan } from '@opfsmark/schema/families';
import { changedFields } from '@opfsmark/schema/plan';
import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

type FieldOf<Of extends Plan> = Of extends Plan ? Exclude<keyof Of, 'family' | 'suite' | 'profile'> : never;
/** A field of any family's plan that can be changed. */
export type PlanField = FieldOf<Plan>;

/** What a plan changes in its profile, in words; empty for a standard plan. */
export function changedNames(plan: Plan, t: Texts<'common'>, format: Format): string {
  const names: Readonly<Record<PlanField, () => string>> = t.parameter;
  const changed = changedFields<Plan>(plan, standardPlan<FamilyId>(plan.family, plan.profile as 'quick'));
  return format.list(changed.map((field) => names[field as PlanField]()));
}
