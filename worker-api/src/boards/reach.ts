import { metricOf, type MetricId } from '@opfsmark/schema/boards';
import { needsOfUnusual, NO_PROVIDER, type SourceTag, type RankNeeds } from './policy.ts';

/** The best that is confirmed of a metric, as buckets. */
export interface ConfirmedBest {
  /** The best bucket of each provider, as far as it may tell the best of all. */
  readonly providers: readonly (readonly [SourceTag, number])[];
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

/** A provider with its best bucket, the larger the better. */
type Entry = readonly [SourceTag, number];

/** In whichever order they come, the same ones stay. */
const bestFirst = ([a, x]: Entry, [b, y]: Entry): number => y - x || (a < b ? -1 : 1);

/**
 * The best value of each provider, as far as it may tell which value several of them reach: that of the best ones. Who raises
 * it needs as many providers as an unusual value does, so that nobody climbs there in small steps.
 */
export class Reach {
  readonly #needs: RankNeeds;
  readonly #sign: number;
  readonly #max: number;
  /** Buckets, the larger the better. */
  readonly #bests = new Map<SourceTag, number>();
  #worst: Entry | undefined;

  constructor(metric: MetricId, needs: RankNeeds) {
    this.#needs = needs;
    this.#sign = metricOf(metric).better === 'lower' ? -1 : 1;
    this.#max = Math.ceil(needsOfUnusual(needs).minProviders / REACHED_SHARE);
  }

  /** Providers, of which no more are counted than are needed. */
  get size(): number {
    return this.#bests.size;
  }

  add(provider: SourceTag, bucket: number): void {
    const signedBucket = this.#sign * bucket;
    const best = this.#bests.get(provider);
    if (provider === NO_PROVIDER || (best !== undefined && best >= signedBucket)) return;
    const isFull = this.#bests.size >= this.#max;
    if (isFull && this.#worst && bestFirst(this.#worst, [provider, signedBucket]) < 0) return;
    this.#bests.set(provider, signedBucket);
    const entries = [...this.#bests].toSorted(bestFirst);
    const surplusEntry = entries[this.#max];
    if (surplusEntry) this.#bests.delete(surplusEntry[0]);
    this.#worst = entries.slice(0, this.#max).at(-1);
  }

  addAll(buckets: Iterable<readonly [SourceTag, number]>): void {
    for (const [provider, bucket] of buckets) this.add(provider, bucket);
  }

  /** Best first. */
  *[Symbol.iterator](): Generator<readonly [SourceTag, number]> {
    for (const [provider, signedBucket] of [...this.#bests].toSorted(bestFirst))
      yield [provider, this.#sign * signedBucket];
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
