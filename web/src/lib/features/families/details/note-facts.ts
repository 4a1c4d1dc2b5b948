import {
  flagsOf,
  standardPlanBy,
  type Flag,
  type Plan,
  type PlanForms,
  type RunRecord,
} from '@opfsmark/schema/families';
import { changedFields } from '@opfsmark/schema/plan';

/** What notes are made of: a published result brings it, one of this browser is looked through here. */
export interface NoteFacts {
  readonly flags: readonly Flag[];
  /** Fields of the plan that differ from its profile. */
  readonly changed: readonly string[];
}

/** `forms`: of the plans of the record's family. */
export function noteFactsOf(record: RunRecord, forms: PlanForms<Plan>): NoteFacts {
  const { plan } = record;
  return { flags: flagsOf(record), changed: changedFields<Plan>(plan, standardPlanBy(forms, plan.profile)) };
}
