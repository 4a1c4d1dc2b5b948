import { countVotes, type BucketCounts } from './buckets.ts';
import type { RankNeeds } from './policy.ts';
import type { Standing } from './votes.ts';

/** Votes of one metric, by standing. */
export interface MetricVotes {
  readonly all: BucketCounts;
  /** Confirmed ones among them. */
  readonly established: BucketCounts;
  readonly confirmed: BucketCounts;
}

/** The votes that speak for a metric of a cohort. */
export interface CountedVotes {
  readonly counts: BucketCounts;
  readonly standings: ReadonlySet<Standing>;
}

/**
 * The votes by which a cohort is ranked, `null` where there are too few. Enough established votes speak alone: newer ones
 * wait, so that they cannot move what others hold. Below the threshold only what a moderator has confirmed counts.
 *
 * @param days on which networks voted first or last
 */
export function countedVotes(votes: MetricVotes, days: number, policy: RankNeeds): CountedVotes | null {
  if (countVotes(votes.all) >= policy.minNetworks && days >= policy.minDays) {
    return countVotes(votes.established) >= policy.minNetworks
      ? { counts: votes.established, standings: new Set(['e', 'c']) }
      : { counts: votes.all, standings: new Set(['n', 'e', 'c']) };
  }
  return countVotes(votes.confirmed) > 0 ? { counts: votes.confirmed, standings: new Set(['c']) } : null;
}
