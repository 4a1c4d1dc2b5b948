import {
  flagsBy,
  standardPlanBy,
  type AnyFamily,
  type Flag,
  type Plan,
  type RunRecord,
} from '@opfsmark/schema/families';
import { changedFields } from '@opfsmark/schema/plan';

/** What notes are made of: a published result brings it, one of this browser is looked through here. */
export interface NoteFacts {
  readonly flags: readonly Flag[];
  /** Fields of the plan that differ from its profile. */
  readonly changed: readonly string[];
}

export function noteFactsOf(record: RunRecord, family: AnyFamily): NoteFacts {
  const { plan } = record;
  const standard = standardPlanBy<Plan>(family, plan.profile);
  return { flags: flagsBy(family, record), changed: changedFields<Plan>(plan, standard) };
}
