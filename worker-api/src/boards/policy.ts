import { DAY_MS, HOUR_MS } from '../base/days.ts';

/** 64 keyed bits that stand for a network or an internet provider (autonomous system): they name none, and are the same every day. */
export type SourceTag = string;

/** Hosting and VPN providers: whoever pays has many of them, so they count for nobody. */
export const NO_PROVIDER: SourceTag = 'hosting';

/** What a rank needs. */
export interface RankNeeds {
  /** Internet providers whose runs count. */
  readonly minProviders: number;
  /** How long a run waits before it counts. */
  readonly waitingMs: number;
  /** The first and the last of what counts lie at least so far apart: two dates may be a minute apart. */
  readonly minSpanMs: number;
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

/** So many times better than what is confirmed is unusual; where all are trusted, nothing is. */
export const unusualFactorOf = (vars: TrustVars & { readonly UNUSUAL_FACTOR: string }): number =>
  trustsAll(vars) ? Infinity : Number(vars.UNUSUAL_FACTOR);

/** Listed runs of one network per layout: where all are trusted, as many as there are. */
export const listedPerNetworkOf = (vars: TrustVars & { readonly RECENT_PER_NETWORK: string }): number =>
  trustsAll(vars) ? Infinity : Number(vars.RECENT_PER_NETWORK);

interface RankVars {
  readonly RANK_MIN_PROVIDERS: string;
  readonly RANK_WAITING_DAYS: string;
  readonly RANK_MIN_SPAN_HOURS: string;
  readonly BOARD_MONTHS: string;
}

export function rankPolicyOf(vars: RankVars): RankPolicy {
  return {
    minProviders: Number(vars.RANK_MIN_PROVIDERS),
    waitingMs: Number(vars.RANK_WAITING_DAYS) * DAY_MS,
    minSpanMs: Number(vars.RANK_MIN_SPAN_HOURS) * HOUR_MS,
    maxMonths: Number(vars.BOARD_MONTHS),
  };
}

/**
 * What unusual values need to count without a moderator: so many times the providers and the waiting of others. Each day of
 * it gives somebody time to look.
 */
const UNUSUAL_TIMES = 3;

export function needsOfUnusual({ minProviders, waitingMs, minSpanMs }: RankNeeds): RankNeeds {
  return { minProviders: UNUSUAL_TIMES * minProviders, waitingMs: UNUSUAL_TIMES * waitingMs, minSpanMs };
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
