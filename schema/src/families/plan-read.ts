import * as z from 'zod/mini';
import { fieldsOf, surplusParameters, type ParameterProblem } from '../plan/codec.ts';
import { readChanges } from '../plan/read.ts';
import type { FamilyPlan, PlanHead } from './family.ts';
import { DEFAULT_PROFILE } from './ids.ts';
import { standardPlanBy } from './plan-by.ts';

/** How plans from outside are read where one family and its schema were loaded: those of any are in `plan-check.ts`. */

type PlansOf<Of> = FamilyPlan<Of, unknown>;

/** What makes this no plan, field by field: "loops: ...". Empty for a plan that can be run. */
export function planProblemsBy<Of>(family: PlansOf<Of>, schema: z.ZodMiniType<Of>, plan: unknown): string[] {
  const parsed = z.safeParse(schema, plan);
  if (parsed.success) return [...(family.conflicts?.(parsed.data) ?? [])];
  return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

export interface PlanFromUrl<Of> {
  readonly plan: Of;
  readonly problems: readonly ParameterProblem[];
}

export function unknownName(parameter: string, value: string, names: readonly string[]): ParameterProblem {
  return { parameter, value, reason: `must be one of ${names.join(', ')}` };
}

/**
 * The plan that a URL asks for. A parameter that is unknown, repeated or out of bounds is named in `problems`, and its
 * field keeps the profile's value. `others` are the parameters that belong to the page.
 */
export function planFromParametersBy<Of extends PlanHead>(
  family: PlansOf<Of>,
  schema: z.ZodMiniType<Of>,
  parameters: URLSearchParams,
  others: readonly string[] = [],
): PlanFromUrl<Of> {
  const { codec, resolve, profiles } = family;
  const profile = parameters.get('profile') ?? DEFAULT_PROFILE;
  const isProfile = Object.hasOwn(profiles, profile);
  const standard = standardPlanBy(family, isProfile ? profile : DEFAULT_PROFILE);
  const read = readChanges({ schema, codec }, parameters, standard);
  const resolved = resolve?.(read.plan, parameters) ?? { plan: read.plan, problems: [] };
  const own = fieldsOf(codec).map(([, { parameter }]) => parameter);
  const surplus = surplusParameters(parameters, new Set(['family', 'profile', ...own, ...others]));
  const unknown = isProfile ? [] : [unknownName('profile', profile, Object.keys(profiles))];
  return { plan: resolved.plan, problems: [...unknown, ...read.problems, ...resolved.problems, ...surplus] };
}
