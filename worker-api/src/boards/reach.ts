import { metricOf, type MetricId } from '@opfsmark/schema/boards';
import { needsOfUnusual, NO_PROVIDER, type ProviderTag, type RankNeeds } from './policy.ts';

/** The best that is confirmed of a metric, as buckets. */
export interface ConfirmedBest {
  /** The best bucket of each provider, as far as it may tell the best of all. */
  readonly providers: readonly (readonly [ProviderTag, number])[];
  /** What a moderator has confirmed. */
  readonly vouched: number | null;
}

/** Where there are fewer providers than an unusual value needs, so large a part of them has to reach the value that others are compared with. */
const REACHED_SHARE = 1 / 3;

/** How many providers of so many have to reach the value that others are compared with. */
function reachedBy(providers: number, needs: RankNeeds): number {
  const share = Math.max(needs.minProviders, Math.ceil(providers * REACHED_SHARE));
  return Math.min(providers, needsOfUnusual(needs).minProviders, share);
}

/**
 * The best value of each provider, as far as it may tell which value several of them reach: that of the best ones. Who raises
 * it needs as many providers as an unusual value does, so that nobody climbs there in small steps.
 */
export class Reach {
  readonly #needs: RankNeeds;
  readonly #sign: number;
  readonly #max: number;
  /** Buckets, the larger the better. */
  readonly #bests = new Map<ProviderTag, number>();
  #worst = Infinity;

  constructor(metric: MetricId, needs: RankNeeds) {
    this.#needs = needs;
    this.#sign = metricOf(metric).better === 'lower' ? -1 : 1;
    this.#max = Math.ceil(needsOfUnusual(needs).minProviders / REACHED_SHARE);
  }

  /** Providers, of which no more are counted than are needed. */
  get size(): number {
    return this.#bests.size;
  }

  add(provider: ProviderTag, bucket: number): void {
    const own = this.#sign * bucket;
    const isFull = this.#bests.size >= this.#max;
    if (provider === NO_PROVIDER || (isFull && own <= this.#worst)) return;
    const known = this.#bests.get(provider);
    if (known !== undefined && known >= own) return;
    this.#bests.set(provider, own);
    if (this.#bests.size > this.#max) {
      const [worst] = [...this.#bests].toSorted(([, a], [, b]) => a - b);
      if (worst) this.#bests.delete(worst[0]);
    }
    this.#worst = Math.min(...this.#bests.values());
  }

  addAll(buckets: Iterable<readonly [ProviderTag, number]>): void {
    for (const [provider, bucket] of buckets) this.add(provider, bucket);
  }

  /** Best first. */
  *[Symbol.iterator](): Generator<readonly [ProviderTag, number]> {
    const sorted = [...this.#bests].toSorted(([a, x], [b, y]) => y - x || a - b);
    for (const [provider, own] of sorted) yield [provider, this.#sign * own];
  }

  /** The best bucket that enough of them reach; `null` without any. */
  reached(): number | null {
    return [...this][reachedBy(this.size, this.#needs) - 1]?.[1] ?? null;
  }

  /** The better one of two buckets. */
  better(a: number | null, b: number | null): number | null {
    if (a === null || b === null) return a ?? b;
    return this.#sign * a > this.#sign * b ? a : b;
  }
}
