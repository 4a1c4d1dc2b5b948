const DAY_MS = 86_400_000;

/** What a rank needs. */
export interface RankNeeds {
  /** Networks that must have voted. */
  readonly minNetworks: number;
  /** Different days (UTC) on which they voted. */
  readonly minDays: number;
}

/** The same and how long a vote lasts, from the Worker's `vars`. */
export interface RankPolicy extends RankNeeds {
  /** Runs that are this many months old have no vote any more. */
  readonly maxMonths: number;
}

export interface TrustVars {
  /** `open`: every listed run counts as confirmed where it is shown. `guarded`: a rank needs what `RankNeeds` says. */
  readonly TRUST_POLICY: string;
}

/** Anything but `open` is guarded. */
export const trustsAll = ({ TRUST_POLICY }: TrustVars): boolean => TRUST_POLICY === 'open';

export interface RankVars {
  readonly RANK_MIN_NETWORKS: string;
  readonly RANK_MIN_DAYS: string;
  readonly BOARD_MONTHS: string;
}

export function rankPolicyOf(vars: RankVars): RankPolicy {
  return {
    minNetworks: Number(vars.RANK_MIN_NETWORKS),
    minDays: Number(vars.RANK_MIN_DAYS),
    maxMonths: Number(vars.BOARD_MONTHS),
  };
}

/**
 * How long a network's first vote in a cut waits until it can move a ranked row: one day longer than a rank takes, so that a
 * handful of new networks moves nothing in those days.
 */
export function waitingMs({ minDays }: RankNeeds): number {
  return (minDays + 1) * DAY_MS;
}

/** The same day some months later; of a month that is too short, the first days of the next. */
export function monthsAfter(ms: number, months: number): number {
  const date = new Date(ms);
  return date.setUTCMonth(date.getUTCMonth() + months);
}

/** Runs until this moment are too old to have a vote. */
export function agedUntilMs({ maxMonths }: Pick<RankPolicy, 'maxMonths'>, nowMs: number): number {
  return monthsAfter(nowMs, -maxMonths);
}
