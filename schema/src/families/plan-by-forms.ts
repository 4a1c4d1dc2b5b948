import { surplusParameters, writeChanges } from '../plan/codec.ts';
import type { PlanForms } from './family.ts';
import { DEFAULT_FAMILY, DEFAULT_PROFILE } from './ids.ts';
import type { Plan } from './plan-table.ts';

/** What is asked of a plan where only the forms of its family are at hand. */

/** A fresh copy of a standard plan. */
export function standardPlanBy<Of>({ id, profiles }: PlanForms<Of>, profile: string): Of {
  const plan = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  if (!plan) throw new RangeError(`${id} has no profile ${profile}`);
  return structuredClone(plan);
}

/** What a plan changes in the profile it is named after, as parameters. */
export function planChangesBy(forms: PlanForms<Plan>, plan: Plan): [parameter: string, text: string][] {
  return writeChanges(forms.codec, plan, standardPlanBy(forms, plan.profile));
}

/** The shortest parameters that open exactly this plan. */
export function planToParametersBy(forms: PlanForms<Plan>, plan: Plan): URLSearchParams {
  const parameters = new URLSearchParams();
  if (plan.family !== DEFAULT_FAMILY) parameters.set('family', plan.family);
  if (plan.profile !== DEFAULT_PROFILE || plan.family === DEFAULT_FAMILY) parameters.set('profile', plan.profile);
  for (const [parameter, text] of planChangesBy(forms, plan)) parameters.set(parameter, text);
  return parameters;
}

/**
 * The standard plan that a URL names, where it names one and asks for nothing else; `null` where its parameters have to be
 * read by `planFromParameters`, which needs the schemas of plans.
 */
export function standardPlanFromParametersBy<Of>(
  forms: PlanForms<Of>,
  parameters: URLSearchParams,
  others: readonly string[] = [],
): Of | null {
  const profile = parameters.get('profile') ?? DEFAULT_PROFILE;
  if (!Object.hasOwn(forms.profiles, profile)) return null;
  if (surplusParameters(parameters, new Set(['family', 'profile', ...others])).length > 0) return null;
  return standardPlanBy(forms, profile);
}
