import { standardPlan, type FamilyId, type Plan } from '@opfsmark/schema/families';
import { changedFields } from '@opfsmark/schema/plan';
import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';
import { namesOf } from './field-names.ts';

/** What a plan changes in its profile, in words; empty for a standard plan. */
export function changedNames(plan: Plan, t: Texts<'common'>, format: Format): string {
  return namesOf(changedFields<Plan>(plan, standardPlan<FamilyId>(plan.family, plan.profile)), t, format);
}
