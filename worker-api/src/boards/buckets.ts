import { MIN_INTERVAL_VOTES, type VotedMedian } from '@opfsmark/schema/boards';

/**
 * Votes are counted in logarithmic buckets: bucket b stands for GAMMA^b and holds values within 1 % of it. Integer counts
 * add up exactly, so a vote can be taken back and a rebuilt cell is the same byte for byte.
 */
const GAMMA = 1.02;
const LOG_GAMMA = Math.log(GAMMA);

/** What is below or above stands in the outermost bucket: every number has one, and every bucket a finite value. */
const BUCKET_RANGE = { min: 1e-9, max: 1e18 } as const;

export function bucketOfValue(value: number): number {
  const clampedValue = Math.min(BUCKET_RANGE.max, Math.max(BUCKET_RANGE.min, value || 0));
  return Math.round(Math.log(clampedValue) / LOG_GAMMA);
}

export function valueOfBucket(bucket: number): number {
  return GAMMA ** bucket;
}

/** Counted buckets in ascending order. */
type SortedBuckets = readonly (readonly [bucket: number, count: number])[];

/** Counted votes. */
export interface Votes {
  /** By logarithmic bucket, ascending. */
  readonly counts: SortedBuckets;
  /** What the votes of each bucket weigh together; left out where all weigh the same. */
  readonly weights?: readonly number[];
  /** How many votes of one weight would be as sure: (sum of weights)^2 / sum of their squares (Kish); left out with them. */
  readonly votes?: number;
}

/** Counts votes and adds what they weigh, as integers: in whichever order they come, it is the same. */
export class VoteCount {
  readonly #counts = new Map<number, number>();
  readonly #weights = new Map<number, number>();
  #squares = 0;

  get buckets(): readonly number[] {
    return [...this.#counts.keys()].toSorted((a, b) => a - b);
  }

  add(bucket: number, weight: number): void {
    this.#add(bucket, 1, weight);
    this.#squares += weight ** 2;
  }

  addAll(other: VoteCount): void {
    for (const [bucket, n] of other.#counts) this.#add(bucket, n, other.#weights.get(bucket) ?? 0);
    this.#squares += other.#squares;
  }

  finish(): Votes {
    const { buckets } = this;
    const counts = buckets.map((bucket) => [bucket, this.#counts.get(bucket) ?? 0] as const);
    const weights = buckets.map((bucket) => this.#weights.get(bucket) ?? 0);
    const [networks, weight] = [countVotes({ counts }), sumOf(weights)];
    const votes = Math.max(1, Math.round(weight ** 2 / this.#squares));
    const isEven = votes === networks && counts.every(([, n], i) => n * weight === networks * (weights[i] ?? 0));
    if (isEven || networks === 0) return { counts };
    const unit = weights.reduce(commonDivisor);
    return { counts, weights: weights.map((bucketWeight) => bucketWeight / unit), votes };
  }

  #add(bucket: number, n: number, weight: number): void {
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + n);
    this.#weights.set(bucket, (this.#weights.get(bucket) ?? 0) + weight);
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, n) => sum + n, 0);
const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

const countVotes = ({ counts }: Pick<Votes, 'counts'>): number => sumOf(counts.map(([, n]) => n));

const weightsOf = ({ counts, weights }: Votes): SortedBuckets =>
  weights ? counts.map(([bucket], i) => [bucket, weights[i] ?? 0]) : counts;

/** The first value at which votes in this order reach a weight. */
function valueAtWeight(weightedBuckets: SortedBuckets, weight: number): number {
  let sum = 0;
  for (const [bucket, bucketWeight] of weightedBuckets) {
    sum += bucketWeight;
    if (sum >= weight) return valueOfBucket(bucket);
  }
  return valueOfBucket(weightedBuckets.at(-1)?.[0] ?? 0);
}

/** The value that this part of the votes does not exceed. */
export function quantile(votes: Votes, part: number): number {
  const weightedBuckets = weightsOf(votes);
  return valueAtWeight(weightedBuckets, part * sumOf(weightedBuckets.map(([, bucketWeight]) => bucketWeight)));
}

/** The middle one of some buckets; the lower of two, so that it is always one of them. */
export function lowerMedian(buckets: readonly number[]): number | null {
  const sorted = buckets.toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? null;
}

/** The median of votes: `votes` is how many of one weight would be as sure. */
export interface Estimate extends VotedMedian {
  readonly networks: number;
}

/** Half the width of a 95 % confidence interval, in standard deviations of a normal distribution. */
const Z_95 = 1.96;

/** Ranks (from 1) of the two values that bound the 95 % confidence interval of the median. */
export function medianRanks(n: number): readonly [low: number, high: number] {
  const low = n < MIN_INTERVAL_VOTES ? 1 : Math.max(1, Math.floor((n - Z_95 * Math.sqrt(n)) / 2));
  return [low, n + 1 - low];
}

/** Median and confidence interval of counted votes; `null` without votes. */
export function estimateMedian(countedVotes: Votes): Estimate | null {
  const networks = countVotes(countedVotes);
  if (networks === 0) return null;
  const { votes = networks } = countedVotes;
  const weightedBuckets = weightsOf(countedVotes);
  const outermostWeight =
    (medianRanks(votes)[0] * sumOf(weightedBuckets.map(([, bucketWeight]) => bucketWeight))) / votes;
  return {
    value: quantile(countedVotes, 1 / 2),
    low: valueAtWeight(weightedBuckets, outermostWeight),
    high: valueAtWeight(weightedBuckets.toReversed(), outermostWeight),
    networks,
    votes,
  };
}
