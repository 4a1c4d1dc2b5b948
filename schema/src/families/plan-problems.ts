import * as z from 'zod/mini';
import type { FamilyPlan } from './family.ts';

/** What makes this no plan, field by field: "loops: ...". Empty for a plan that can be run. */
export function planProblemsBy<Of>(
  family: FamilyPlan<Of, unknown>,
  schema: z.ZodMiniType<Of>,
  plan: unknown,
): string[] {
  const parsed = z.safeParse(schema, plan);
  if (parsed.success) return [...(family.conflicts?.(parsed.data) ?? [])];
  return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
