import * as z from 'zod/mini';
import { fieldsOf, surplusParameters, type ParameterProblem } from '../plan/codec.ts';
import { readChanges } from '../plan/read.ts';
import { FAMILY_IDS, isFamilyId, type FamilyId } from './ids.ts';
import { checksOf } from './checks.ts';
import { familyOf, type Plan } from './families.ts';
import { DEFAULT_FAMILY, DEFAULT_PROFILE } from './ids.ts';
import { profilesOf, standardPlan } from './plans.ts';

/** Any plan, checked; what makes it none is named field by field: "loops: ...". Empty for a plan that can be run. */
export function planProblems(plan: unknown): string[] {
  const family: unknown = typeof plan === 'object' && plan !== null ? Reflect.get(plan, 'family') : undefined;
  if (!isFamilyId(family)) return ['family'];
  const parsed = z.safeParse(checksOf(family).plan, plan);
  if (parsed.success) return [...(familyOf(family).conflicts?.(parsed.data) ?? [])];
  return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
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
  const { codec, resolve } = familyOf(family);
  const problems: ParameterProblem[] = [];
  if (family !== familyText) problems.push(unknownName('family', familyText, FAMILY_IDS));

  const profileText = parameters.get('profile') ?? DEFAULT_PROFILE;
  const profiles = profilesOf(family);
  const isProfile = profiles.includes(profileText);
  if (!isProfile) problems.push(unknownName('profile', profileText, profiles));
  const standard: Plan = standardPlan<FamilyId>(family, (isProfile ? profileText : DEFAULT_PROFILE) as 'quick');

  const read = readChanges({ schema: checksOf(family).plan, codec }, parameters, standard);
  const resolved = resolve?.(read.plan, parameters) ?? { plan: read.plan, problems: [] };
  const own = fieldsOf(codec).map(([, { parameter }]) => parameter);
  const surplus = surplusParameters(parameters, new Set(['family', 'profile', ...own, ...others]));
  return { plan: resolved.plan, problems: [...problems, ...read.problems, ...resolved.problems, ...surplus] };
}

function unknownName(parameter: string, value: string, names: readonly string[]): ParameterProblem {
  return { parameter, value, reason: `must be one of ${names.join(', ')}` };
}
