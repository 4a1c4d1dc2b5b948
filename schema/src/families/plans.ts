import type { Layout } from '../documents/environment.ts';
import type { Estimate, Paces, Step } from '../schedule/steps.ts';
import { DEFAULT_PROFILE, type FamilyId } from './ids.ts';
import { familyOf, type Plan, type PlanOf, type Result } from './families.ts';
import { estimateBy, planChangesBy, planToParametersBy, standardPlanBy, stepsBy } from './plan-by.ts';

export type ProfileOf<Id extends FamilyId> = PlanOf<Id>['profile'];

/** A fresh copy of a family's standard plan. */
export function standardPlan<Id extends FamilyId>(
  id: Id,
  profile: ProfileOf<Id> | typeof DEFAULT_PROFILE = DEFAULT_PROFILE,
): PlanOf<Id> {
  return standardPlanBy(familyOf(id), profile);
}

/** The names of a family's standard plans. */
export function profilesOf(id: FamilyId): readonly string[] {
  return Object.keys(familyOf(id).profiles);
}

/** `stepsBy` for a plan of any family. */
export function stepsOf(plan: Plan, layout?: Layout): Step[] {
  return stepsBy(familyOf(plan.family), plan, layout);
}

/** `estimateBy` for a plan of any family. */
export function estimate(plan: Plan, layout?: Layout, paces?: Paces): Estimate {
  return estimateBy(familyOf(plan.family), plan, layout, paces);
}

/** What is known of a run of this plan before anything was measured. */
export function emptyResultOf(plan: Plan, layout: Layout): Result {
  return familyOf(plan.family).emptyResult(plan, layout);
}

/** What a plan changes in the profile it is named after, as parameters. */
export function planChanges(plan: Plan): [parameter: string, text: string][] {
  return planChangesBy(familyOf(plan.family), plan);
}

/** The shortest parameters that open exactly this plan. */
export function planToParameters(plan: Plan): URLSearchParams {
  return planToParametersBy(familyOf(plan.family), plan);
}
