import { countVotes, type BucketCounts } from './buckets.ts';
import { needsOfUnusual, type RankNeeds, type RankPolicy } from './policy.ts';
import { NO_PROVIDER, type ProviderTag } from './provider.ts';
import type { NetworkVote, Standing } from './votes.ts';

/** Votes for one metric of a cohort. */
interface Tally {
  readonly counts: Map<number, number>;
  /** No more than are needed: a large cohort has thousands. */
  readonly providers: Set<ProviderTag>;
  readonly firstMs: number;
  readonly lastMs: number;
}

const NO_VOTES: Tally = { counts: new Map(), providers: new Set(), firstMs: Infinity, lastMs: -Infinity };

const meets = ({ providers, firstMs, lastMs }: Tally, { minProviders, minSpanMs }: RankNeeds) =>
  providers.size >= minProviders && lastMs - firstMs >= minSpanMs;

function sum(tallies: readonly Tally[]): Tally {
  const counts = new Map<number, number>();
  for (const [bucket, n] of tallies.flatMap((one) => [...one.counts]))
    counts.set(bucket, (counts.get(bucket) ?? 0) + n);
  return {
    counts,
    providers: new Set(tallies.flatMap(({ providers }) => [...providers])),
    firstMs: Math.min(...tallies.map(({ firstMs }) => firstMs)),
    lastMs: Math.max(...tallies.map(({ lastMs }) => lastMs)),
  };
}

/** The votes that speak for a metric of a cohort. */
export interface CountedVotes {
  readonly counts: BucketCounts;
  readonly standings: ReadonlySet<Standing>;
}

/** Votes of one metric, by standing. */
export class MetricTally {
  readonly #byStanding = new Map<Standing, Tally>();
  readonly #policy: RankPolicy;

  constructor(policy: RankPolicy) {
    this.#policy = policy;
  }

  add({ standing, provider, first_ms, last_ms }: NetworkVote, bucket: number): void {
    const own: Tally = this.#byStanding.get(standing) ?? { ...NO_VOTES, counts: new Map(), providers: new Set() };
    own.counts.set(bucket, (own.counts.get(bucket) ?? 0) + 1);
    const isEnough = own.providers.size >= needsOfUnusual(this.#policy).minProviders;
    if (provider !== NO_PROVIDER && !isEnough) own.providers.add(provider);
    const [firstMs, lastMs] = [Math.min(own.firstMs, first_ms), Math.max(own.lastMs, last_ms)];
    this.#byStanding.set(standing, { ...own, firstMs, lastMs });
  }

  /** The votes by which the metric is ranked; `null` where they are too few. Below that only what a moderator has confirmed counts. */
  counted(): CountedVotes | null {
    const of = (standing: Standing) => this.#byStanding.get(standing) ?? NO_VOTES;
    const isUnusualHeld = !meets(of('u'), needsOfUnusual(this.#policy));
    const standings: Standing[] = isUnusualHeld ? ['e', 'c'] : ['e', 'c', 'u'];
    const all = sum(standings.map(of));
    if (meets(all, this.#policy)) return { counts: all.counts, standings: new Set(standings) };
    const { counts } = of('c');
    return countVotes(counts) > 0 ? { counts, standings: new Set(['c']) } : null;
  }
}
