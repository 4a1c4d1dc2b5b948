import * as z from 'zod/mini';
import type { Layout } from '../documents/environment.ts';
import { readChanges, fieldsOf, surplusParameters, writeChanges, type ParameterProblem } from '../plan/codec.ts';
import { secondsOfSteps, wholeRun, type Estimate, type Paces, type Step } from '../schedule/steps.ts';
import { FAMILY_IDS, isFamilyId, type FamilyId } from './ids.ts';
import { PLAN_SIDES, planSideOf, type Plan, type PlanOf } from './plan-table.ts';

export const DEFAULT_FAMILY: FamilyId = 'matrix';
export const DEFAULT_PROFILE = 'quick';

export type ProfileOf<Id extends FamilyId> = PlanOf<Id>['profile'];

/** A fresh copy of a family's standard plan. */
export function standardPlan<Id extends FamilyId>(
  id: Id,
  profile: ProfileOf<Id> | typeof DEFAULT_PROFILE = DEFAULT_PROFILE,
): PlanOf<Id> {
  const profiles = PLAN_SIDES[id].profiles;
  const plan = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  if (!plan) throw new RangeError(`${id} has no profile ${profile}`);
  return structuredClone(plan);
}

/** The names of a family's standard plans. */
export function profilesOf(id: FamilyId): readonly string[] {
  return Object.keys(planSideOf(id).profiles);
}

/** Any plan, checked; what makes it none is named field by field: "loops: ...". Empty for a plan that can be run. */
export function planProblems(plan: unknown): string[] {
  const family: unknown = typeof plan === 'object' && plan !== null ? Reflect.get(plan, 'family') : undefined;
  if (!isFamilyId(family)) return ['family'];
  const side = planSideOf(family);
  const parsed = z.safeParse(side.plan, plan);
  if (parsed.success) return [...(side.conflicts?.(parsed.data) ?? [])];
  return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
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
  return {
    seconds: secondsOfSteps(stepsOf(plan, layout), paces),
    bytesWrittenMax: planSideOf(plan.family).bytesWrittenMax(plan, layout),
  };
}

/** What a plan changes in the profile it is named after, as parameters. */
export function planChanges(plan: Plan): [parameter: string, text: string][] {
  const { codec } = planSideOf(plan.family);
  return writeChanges(codec, plan, standardPlan<FamilyId>(plan.family, plan.profile));
}

/** The shortest parameters that open exactly this plan. */
export function planToParameters(plan: Plan): URLSearchParams {
  const parameters = new URLSearchParams();
  if (plan.family !== DEFAULT_FAMILY) parameters.set('family', plan.family);
  if (plan.profile !== DEFAULT_PROFILE || plan.family === DEFAULT_FAMILY) parameters.set('profile', plan.profile);
  for (const [parameter, text] of planChanges(plan)) parameters.set(parameter, text);
  return parameters;
}

export interface PlanFromUrl<Any extends Plan = Plan> {
  readonly plan: Any;
  readonly problems: readonly ParameterProblem[];
}

/**
 * The plan that a URL asks for, of the family that it names. A parameter that is unknown, repeated or out of bounds is
 * named in `problems`, and its field keeps the profile's value. `others` are the parameters that belong to the page.
 */
export function planFromParameters(parameters: URLSearchParams, others: readonly string[] = []): PlanFromUrl {
  const familyText = parameters.get('family') ?? DEFAULT_FAMILY;
  const family = isFamilyId(familyText) ? familyText : DEFAULT_FAMILY;
  const { plan: schema, codec, resolve } = planSideOf(family);
  const problems: ParameterProblem[] = [];
  if (family !== familyText) problems.push(unknownName('family', familyText, FAMILY_IDS));

  const profileText = parameters.get('profile') ?? DEFAULT_PROFILE;
  const profiles = profilesOf(family);
  const isProfile = profiles.includes(profileText);
  if (!isProfile) problems.push(unknownName('profile', profileText, profiles));
  const standard: Plan = standardPlan<FamilyId>(family, (isProfile ? profileText : DEFAULT_PROFILE) as 'quick');

  const read = readChanges({ schema, codec }, parameters, standard);
  const resolved = resolve?.(read.plan, parameters) ?? { plan: read.plan, problems: [] };
  const own = fieldsOf(codec).map(([, { parameter }]) => parameter);
  const surplus = surplusParameters(parameters, new Set(['family', 'profile', ...own, ...others]));
  return { plan: resolved.plan, problems: [...problems, ...read.problems, ...resolved.problems, ...surplus] };
}

function unknownName(parameter: string, value: string, names: readonly string[]): ParameterProblem {
  return { parameter, value, reason: `must be one of ${names.join(', ')}` };
}
