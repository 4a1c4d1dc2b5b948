import type { Layout } from '../documents/environment.ts';
import type { Estimate, Paces, Step } from '../schedule/steps.ts';
import { DEFAULT_PROFILE, type FamilyId } from './ids.ts';
import { planChangesBy, planToParametersBy, standardPlanBy } from './plan-by-forms.ts';
import { estimateBy, needsConsent, stepsBy } from './plan-by-side.ts';
import { PLAN_SIDES, planSideOf, type Plan, type PlanOf } from './plan-table.ts';

export type ProfileOf<Id extends FamilyId> = PlanOf<Id>['profile'];

/** A fresh copy of a family's standard plan. */
export function standardPlan<Id extends FamilyId>(
  id: Id,
  profile: ProfileOf<Id> | typeof DEFAULT_PROFILE = DEFAULT_PROFILE,
): PlanOf<Id> {
  return standardPlanBy(PLAN_SIDES[id], profile);
}

/** The names of a family's standard plans. */
export function profilesOf(id: FamilyId): readonly string[] {
  return Object.keys(planSideOf(id).profiles);
}

/** `stepsBy` for a plan of any family. */
export function stepsOf(plan: Plan, layout?: Layout): Step[] {
  return stepsBy(planSideOf(plan.family), plan, layout);
}

/** `estimateBy` for a plan of any family. */
export function estimate(plan: Plan, layout?: Layout, paces?: Paces): Estimate {
  return estimateBy(planSideOf(plan.family), plan, layout, paces);
}

/** How many bytes must have been agreed to before a run of this plan begins, in either layout; 0 where nobody is asked. */
export function bytesToAgreeTo(plan: Plan): number {
  const side = planSideOf(plan.family);
  const bytesWrittenMax = Math.min(side.bytesWrittenMax(plan, 'shared'), side.bytesWrittenMax(plan, 'per-worker'));
  return needsConsent({ bytesWrittenMax }) ? bytesWrittenMax : 0;
}

/** What a plan changes in the profile it is named after, as parameters. */
export function planChanges(plan: Plan): [parameter: string, text: string][] {
  return planChangesBy(planSideOf(plan.family), plan);
}

/** The shortest parameters that open exactly this plan. */
export function planToParameters(plan: Plan): URLSearchParams {
  return planToParametersBy(planSideOf(plan.family), plan);
}
