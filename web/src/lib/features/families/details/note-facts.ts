import { flagsOf, standardPlanFor, type AnyFamily, type Plan, type RunRecord } from '@opfsmark/schema/families';
import { changedFields } from '@opfsmark/schema/plan';
import type { NoteFacts } from './notes.ts';

/** Not with the notes themselves: a page that is sent its facts loads nothing of how they are found. */
export function noteFactsOf(record: RunRecord, family: AnyFamily): NoteFacts {
  const { plan } = record;
  const standard = standardPlanFor<Plan>(family, plan.profile);
  return { flags: flagsOf(family, record), changed: changedFields<Plan>(plan, standard) };
}
