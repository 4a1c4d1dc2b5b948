const DAY_MS = 86_400_000;

/** What a rank needs, from the Worker's `vars`. */
export interface RankPolicy {
  /** Networks that must have voted. */
  readonly minNetworks: number;
  /** Different days (UTC) on which they voted. */
  readonly minDays: number;
}

export interface RankVars {
  readonly RANK_MIN_NETWORKS: string;
  readonly RANK_MIN_DAYS: string;
}

export function rankPolicyOf(vars: RankVars): RankPolicy {
  return { minNetworks: Number(vars.RANK_MIN_NETWORKS), minDays: Number(vars.RANK_MIN_DAYS) };
}

/**
 * How long a network's first vote in a cut waits until it can move a ranked row: one day longer than a rank takes, so that a
 * handful of new networks moves nothing in those days.
 */
export function waitingMs({ minDays }: RankPolicy): number {
  return (minDays + 1) * DAY_MS;
}
