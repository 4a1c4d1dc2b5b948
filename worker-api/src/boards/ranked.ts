import { countVotes, estimateMedian, type BucketCounts, type Estimate } from './buckets.ts';
import type { Cell } from './cell.ts';
import type { RankNeeds } from './policy.ts';
import type { Standing } from './votes.ts';

/** The votes that speak for a metric of a cut. */
export interface CountedVotes {
  readonly counts: BucketCounts;
  readonly standings: ReadonlySet<Standing>;
}

/**
 * The votes by which a cut is ranked, `null` where there are too few. Enough established votes speak alone: newer ones wait,
 * so that they cannot move what others hold. Below the threshold only what a moderator has confirmed counts.
 */
export function countedVotes(cell: Cell | undefined, metric: string, policy: RankNeeds): CountedVotes | null {
  const votes = cell?.votes.get(metric);
  if (!cell || !votes) return null;
  if (countVotes(votes.all) >= policy.minNetworks && cell.days >= policy.minDays) {
    return countVotes(votes.established) >= policy.minNetworks
      ? { counts: votes.established, standings: new Set(['e', 'c']) }
      : { counts: votes.all, standings: new Set(['n', 'e', 'c']) };
  }
  return countVotes(votes.confirmed) > 0 ? { counts: votes.confirmed, standings: new Set(['c']) } : null;
}

export function estimateRanked(cell: Cell | undefined, metric: string, policy: RankNeeds): Estimate | null {
  const counted = countedVotes(cell, metric, policy);
  return counted && estimateMedian(counted.counts);
}

/** Whether anything of a cut is ranked: then its names are confirmed. */
export function isConfirmed(cell: Cell | undefined, policy: RankNeeds): boolean {
  return [...(cell?.votes.keys() ?? [])].some((metric) => countedVotes(cell, metric, policy) !== null);
}
