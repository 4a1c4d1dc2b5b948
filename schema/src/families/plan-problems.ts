import * as z from 'zod/mini';
import type { FamilyPlan } from './family.ts';

/** What makes this no plan, field by field: "loops: ...". Empty for a plan that can be run. */
export function planProblemsFor<Of>(
  family: FamilyPlan<Of, unknown>,
  schema: z.ZodMiniType<Of>,
  plan: unknown,
): string[] {
  const parsedPlan = z.safeParse(schema, plan);
  if (parsedPlan.success) return [...(family.conflicts?.(parsedPlan.data) ?? [])];
  return parsedPlan.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
