/** The policy of a service: what it lists and numbers. The two differ in these numbers and in nothing else. */
export interface RankPolicy {
  /** Confirmed runs that a row needs for a number before its name; its value is then of these alone. */
  readonly minConfirmedRuns: number;
  /** How much a run must show of itself to count: 2 all that a board asks for, 1 that it measured the drive. */
  readonly minEvidence: 1 | 2;
  /** 1: where no internet provider is known, each machine stands for one; 0: each network does. */
  readonly machinesAreProviders: 0 | 1;
  /** Rows of a list that a provider may have alone: as many, or as there are providers on the list where these are more. */
  readonly maxRowsPerProvider: number;
  /** At least so many times better than the median of other providers is far from others. */
  readonly farFactor: number;
  /** Rows that no test can tell apart share a rank from so many providers on. */
  readonly minTiedProviders: number;
  /** Runs without a place that are shown under a list, of each provider. */
  readonly maxRecentPerProvider: number;
  /** How long a run is kept that was published without a ticket. */
  readonly ticketlessDays: number;
  /** How long a run counts. */
  readonly months: number;
}

export const RANK_POLICIES = {
  /** Anybody may publish. */
  guarded: {
    ...{ minConfirmedRuns: 1, minEvidence: 2, machinesAreProviders: 0 },
    ...{ maxRowsPerProvider: 20, farFactor: 4, minTiedProviders: 1 },
    ...{ maxRecentPerProvider: 5, ticketlessDays: 30, months: 24 },
  },
  /** A server of one's own: whoever reaches it is trusted. */
  open: {
    ...{ minConfirmedRuns: 0, minEvidence: 1, machinesAreProviders: 1 },
    ...{ maxRowsPerProvider: Infinity, farFactor: Infinity, minTiedProviders: Infinity },
    ...{ maxRecentPerProvider: Infinity, ticketlessDays: Infinity, months: 24 },
  },
} as const satisfies Record<string, RankPolicy>;
export type RankPolicyName = keyof typeof RANK_POLICIES;
