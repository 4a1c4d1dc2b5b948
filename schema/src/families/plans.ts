import type { Layout } from '../documents/environment.ts';
import { surplusParameters } from '../plan/codec.ts';
import {
  secondsMaxOfSteps,
  secondsOfSteps,
  wholeRun,
  type Estimate,
  type Paces,
  type Step,
} from '../schedule/steps.ts';
import { DEFAULT_FAMILY, DEFAULT_PROFILE, isFamilyId, type FamilyId } from './ids.ts';
import { planChangesBy, planToParametersBy, standardPlanBy } from './plan-by-forms.ts';
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

/** Everything a run of this plan does, in order. */
export function stepsOf(plan: Plan, layout: Layout = 'shared'): Step[] {
  return wholeRun(plan.family, planSideOf(plan.family).steps(plan, layout));
}

/**
 * What a run takes, to be shown before it begins: the sum of its steps, each at the pace that was seen in this browser.
 * Bytes are a bound.
 */
export function estimate(plan: Plan, layout: Layout = 'shared', paces: Paces = {}): Estimate {
  const steps = stepsOf(plan, layout);
  return {
    seconds: secondsOfSteps(steps, paces),
    secondsMax: secondsMaxOfSteps(steps, paces),
    bytesWrittenMax: planSideOf(plan.family).bytesWrittenMax(plan, layout),
  };
}

/** What a plan changes in the profile it is named after, as parameters. */
export function planChanges(plan: Plan): [parameter: string, text: string][] {
  return planChangesBy(planSideOf(plan.family), plan);
}

/** The shortest parameters that open exactly this plan. */
export function planToParameters(plan: Plan): URLSearchParams {
  return planToParametersBy(planSideOf(plan.family), plan);
}

/**
 * The standard plan that a URL names, where it names one and asks for nothing else; `null` where its parameters have to be
 * read by `planFromParameters`, which needs the schemas of plans.
 */
export function standardPlanFromParameters(parameters: URLSearchParams, others: readonly string[] = []): Plan | null {
  const family = parameters.get('family') ?? DEFAULT_FAMILY;
  const profile = parameters.get('profile') ?? DEFAULT_PROFILE;
  if (!isFamilyId(family) || !profilesOf(family).includes(profile)) return null;
  if (surplusParameters(parameters, new Set(['family', 'profile', ...others])).length > 0) return null;
  return standardPlan<FamilyId>(family, profile as typeof DEFAULT_PROFILE);
}
