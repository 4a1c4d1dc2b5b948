import type { MetricId } from '@opfsmark/schema/boards';
import { countVotes, type BucketCounts } from './buckets.ts';
import { needsOfUnusual, type RankNeeds, type RankPolicy } from './policy.ts';
import { Reach } from './reach.ts';
import type { NetworkVote, Standing } from './votes.ts';

/** Votes for one metric of a cohort. */
interface Tally {
  readonly counts: Map<number, number>;
  readonly reach: Reach;
  readonly firstMs: number;
  readonly lastMs: number;
}

const meets = ({ reach, firstMs, lastMs }: Tally, { minProviders, minSpanMs }: RankNeeds) =>
  reach.size >= minProviders && lastMs - firstMs >= minSpanMs;

/** @param reach of no provider yet */
function sum(tallies: readonly Tally[], reach: Reach): Tally {
  const counts = new Map<number, number>();
  for (const [bucket, n] of tallies.flatMap((one) => [...one.counts]))
    counts.set(bucket, (counts.get(bucket) ?? 0) + n);
  for (const one of tallies) reach.addAll(one.reach);
  return {
    counts,
    reach,
    firstMs: Math.min(...tallies.map(({ firstMs }) => firstMs)),
    lastMs: Math.max(...tallies.map(({ lastMs }) => lastMs)),
  };
}

/** The votes that speak for a metric of a cohort. */
export interface CountedVotes {
  readonly counts: BucketCounts;
  readonly standings: ReadonlySet<Standing>;
  readonly reach: Reach;
  /** The best bucket that a moderator has confirmed. */
  readonly vouched: number | null;
}

/** Votes of one metric, by standing. */
export class MetricTally {
  readonly #byStanding = new Map<Standing, Tally>();
  readonly #metric: MetricId;
  readonly #policy: RankPolicy;

  constructor(metric: MetricId, policy: RankPolicy) {
    this.#metric = metric;
    this.#policy = policy;
  }

  add({ standing, provider, first_ms, last_ms }: NetworkVote, bucket: number): void {
    const own = this.#of(standing);
    own.counts.set(bucket, (own.counts.get(bucket) ?? 0) + 1);
    own.reach.add(provider, bucket);
    const [firstMs, lastMs] = [Math.min(own.firstMs, first_ms), Math.max(own.lastMs, last_ms)];
    this.#byStanding.set(standing, { ...own, firstMs, lastMs });
  }

  /** The votes by which the metric is ranked; `null` where they are too few. Below that only what a moderator has confirmed counts. */
  counted(): CountedVotes | null {
    const isUnusualHeld = !meets(this.#of('u'), needsOfUnusual(this.#policy));
    const standings: Standing[] = isUnusualHeld ? ['e', 'c'] : ['e', 'c', 'u'];
    const all = sum(
      standings.map((standing) => this.#of(standing)),
      this.#noReach(),
    );
    const confirmed = this.#of('c');
    const vouched = [...confirmed.counts.keys()].reduce<number | null>(
      (best, bucket) => confirmed.reach.better(best, bucket),
      null,
    );
    if (meets(all, this.#policy)) {
      return { counts: all.counts, standings: new Set(standings), reach: all.reach, vouched };
    }
    const { counts, reach } = confirmed;
    return countVotes(counts) > 0 ? { counts, standings: new Set(['c']), reach, vouched } : null;
  }

  #of(standing: Standing): Tally {
    const none = { counts: new Map(), reach: this.#noReach(), firstMs: Infinity, lastMs: -Infinity };
    return this.#byStanding.get(standing) ?? none;
  }

  #noReach(): Reach {
    return new Reach(this.#metric, this.#policy);
  }
}
