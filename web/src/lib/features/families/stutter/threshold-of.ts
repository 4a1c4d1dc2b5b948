import type { PlanOf } from '@opfsmark/schema/families';

/** Its parameter in the address. Of the view alone: the plan's own is another, and another plan is another test. */
export const STALL = 'stall';
/** What a person may choose, as a plan may. */
export const THRESHOLD_MS = { min: 1, max: 10_000 };

/** From when on a call is a stall: the address says it, else the plan. */
export function thresholdOf({ searchParams }: URL, plan: PlanOf<'stutter'>): number {
  const asked = Number(searchParams.get(STALL));
  const { min, max } = THRESHOLD_MS;
  return Number.isInteger(asked) && asked >= min && asked <= max ? asked : plan.threshold_ms;
}
