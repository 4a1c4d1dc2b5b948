export const MAX_ROUNDS = 4_096;

interface Sizes {
  readonly budget_bytes: number;
  readonly file_bytes: number;
  readonly round_bytes: number;
}

/** How many rounds the budget is for. */
export function roundsMax(plan: Sizes): number {
  return Math.floor((plan.budget_bytes - plan.file_bytes) / plan.round_bytes);
}
