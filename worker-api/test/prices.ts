/** The cost of an attack; none where no attempt succeeds within its time. */
export interface Cost {
  readonly networks: number | null;
  readonly providers: number | null;
  readonly days: number | null;
  readonly requests: number | null;
}

export const NEVER: Cost = { networks: null, providers: null, days: null, requests: null };
