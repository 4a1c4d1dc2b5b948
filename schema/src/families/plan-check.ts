import { checksOf } from './checks.ts';
import { familyOf, type Plan } from './families.ts';
import { DEFAULT_FAMILY, FAMILY_IDS, isFamilyId } from './ids.ts';
import { planFromParametersBy, planProblemsBy, unknownName, type PlanFromUrl } from './plan-read.ts';

/** Any plan, checked; what makes it none is named field by field: "loops: ...". Empty for a plan that can be run. */
export function planProblems(plan: unknown): string[] {
  const family: unknown = typeof plan === 'object' && plan !== null ? Reflect.get(plan, 'family') : undefined;
  return isFamilyId(family) ? planProblemsBy(familyOf(family), checksOf(family).plan, plan) : ['family'];
}

/** `planFromParametersBy`, of the family that the URL names. */
export function planFromParameters(parameters: URLSearchParams, others: readonly string[] = []): PlanFromUrl<Plan> {
  const asked = parameters.get('family') ?? DEFAULT_FAMILY;
  const id = isFamilyId(asked) ? asked : DEFAULT_FAMILY;
  const { plan, problems } = planFromParametersBy<Plan>(familyOf(id), checksOf(id).plan, parameters, others);
  return { plan, problems: [...(id === asked ? [] : [unknownName('family', asked, FAMILY_IDS)]), ...problems] };
}
