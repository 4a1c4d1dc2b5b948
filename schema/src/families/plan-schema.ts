import * as z from 'zod/mini';
import { SUITE_VERSION } from '../documents/bounds.ts';
import type { FamilyPlan } from './family.ts';

/** `quick`: under a minute on two cores. `full`: the sizes of the tool that the family comes from. */
export const FamilyProfile = z.enum(['quick', 'full']);
export type FamilyProfile = z.infer<typeof FamilyProfile>;

/** How the plan of every family but the grid begins, after its name. */
export const PLAN_HEAD = { suite: z.literal(SUITE_VERSION), profile: FamilyProfile } as const;

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
