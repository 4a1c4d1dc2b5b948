import {
  BUCKET_COUNT,
  bucketLowerNs,
  bucketValueNs,
  percentileBucket,
  totalCount,
  type Counts,
} from '../documents/histogram.ts';

/**
 * What share of a read job's calls was served from memory: a split of its latency distribution F into the hot floor's
 * F0, which is known, and something slower, which is not: F = s F0 + (1 - s) D.
 *
 * Below any cut t, F(t) >= s F0(t), so the ratio r(t) = F(t) / F0(t) is never under s, and it is s wherever D has not
 * begun. Between the slowest calls on memory and D's first ones the ratio therefore lies flat, at the height of the
 * share. The cut is searched, not set: it is where r rises least over the next octave. All other cuts nearly as flat are
 * possible answers too, and the interval spans them. Where no cut is flat, memory and drive overlap and nothing is told.
 * `docs/METHODOLOGY.md` has how far it was off on files of which a known part was in memory.
 */

/** A call on data in memory may take this many times what it takes on the hot floor: other pages, a busier memory. */
const MEMORY_STRETCH = 6;
/** Room between a cut and D's first calls: an octave, in which nothing may change. */
const GAP = 2;
/** Cuts need this share of the floor's calls below them: above are its tail and few calls to judge by. */
const MIN_HOT_BELOW = 0.5;
/** Cuts count as equally flat within this: by so much does a floor differ from one taken a moment later. */
const FLAT = 0.02;
/** The floor's slowest calls tell of the scheduler: its mean takes them for no slower than this share of the others. */
const CAPPED = 0.95;
/** By so much may the mean of a job's calls on memory exceed the floor's without a doubt. */
const MEAN_STRETCH = 1.25;
const MIN_CALLS = 32;
/** Of a normal distribution within 95 %. */
const Z = 1.96;
/** An interval wider than this is not an answer. */
const WIDEST = 0.25;

export interface SplitInput {
  /** Hot reads of the same block size by as many workers, from a region larger than the processor's caches. */
  readonly hot: Counts;
  readonly own: Counts;
  readonly clockStepNs: number;
  /** What a call costs that reads nothing: this part does not grow with the distance of the data. */
  readonly emptyCallNs?: number;
}

export type SplitDoubt = 'too_few_calls' | 'clock_too_coarse' | 'overlap';

export interface MemorySplit {
  /** 0..1; `null` where it cannot be told, for the reason in `doubt`. */
  readonly share: number | null;
  readonly doubt: SplitDoubt | null;
  /** 95 % interval: of the calls counted, of the floor's, and of where the cut may lie. */
  readonly low: number;
  readonly high: number;
  /** Calls up to here were taken for memory. */
  readonly cut_ns: number | null;
}

/** Share of all values at or below each bucket. */
function distribution(counts: Counts, total: number): (bucket: number) => number {
  const below = new Float64Array(BUCKET_COUNT);
  let sum = 0;
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++) {
    sum += counts[bucket] ?? 0;
    below[bucket] = sum / total;
  }
  return (bucket) => below[bucket] ?? 1;
}

/**
 * Mean of all values, each taken for `mostNs` at the most. True to a fraction of the clock's step: a stepping clock shows
 * too much as often as too little.
 */
function cappedMeanNs(counts: Counts, total: number, mostNs: number, clockStepNs: number): number {
  let sum = 0;
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++) {
    // What a coarse clock shows as nothing is a zero, not the middle of the lowest bucket.
    const valueNs = bucket === 0 && clockStepNs > bucketLowerNs(1) ? 0 : bucketValueNs(bucket);
    sum += (counts[bucket] ?? 0) * Math.min(valueNs, mostNs);
  }
  return sum / total;
}

/** Half the width of Wilson's interval. */
function halfWidth(share: number, calls: number): number {
  return (Z * Math.sqrt((share * (1 - share)) / calls + (Z * Z) / (4 * calls * calls))) / (1 + (Z * Z) / calls);
}

interface Cut {
  readonly bucket: number;
  /** r at the cut. */
  readonly ratio: number;
  /** The least and the most that r comes to over the gap. */
  readonly least: number;
  readonly most: number;
}

const clip = (share: number) => Math.min(1, Math.max(0, share));
const rise = (cut: Cut) => cut.most - cut.least;

export function splitMemory({ hot, own, clockStepNs, emptyCallNs = 0 }: SplitInput): MemorySplit {
  const doubtful = (doubt: SplitDoubt, low = 0, high = 1) => ({ share: null, doubt, low, high, cut_ns: null });
  const calls = totalCount(own);
  const hotCalls = totalCount(hot);
  if (calls < MIN_CALLS || hotCalls < MIN_CALLS) return doubtful('too_few_calls');
  const below = distribution(own, calls);
  const hotBelow = distribution(hot, hotCalls);
  const ratio = (bucket: number) => below(bucket) / hotBelow(bucket);

  const quantileNs = (fraction: number) => bucketValueNs(percentileBucket(hot, fraction));
  // The mean sees below the clock's step, the median through a busy moment.
  const hotNs = Math.min(cappedMeanNs(hot, hotCalls, quantileNs(CAPPED), clockStepNs), quantileNs(0.5) + clockStepNs);
  // Under a step of the clock it is too little to be told from the rest, and to matter.
  const fixedNs = emptyCallNs > clockStepNs ? Math.min(emptyCallNs, hotNs) : 0;
  // A call shows up to one step more than it took, and the step may be cut anywhere.
  const latestNs = fixedNs + MEMORY_STRETCH * (hotNs - fixedNs) + 1.5 * clockStepNs;

  /**
   * Of the calls up to `latestNs`, the share that a coarse clock may show as memory though they are a drive's: seen by
   * their mean, if a drive's call takes MEMORY_STRETCH times as long as one on memory.
   */
  const hiddenShare = (): number => {
    if (clockStepNs <= hotNs) return 0;
    const upTo = (counts: Counts) => counts.map((count, bucket) => (bucketValueNs(bucket) <= latestNs ? count : 0));
    const near = upTo(own);
    const nearCalls = totalCount(near);
    if (nearCalls === 0) return 0;
    // No less than what three calls that show a step would make of it.
    const floorNs = Math.max(hotNs, (3 * clockStepNs) / hotCalls);
    const stretch = cappedMeanNs(near, nearCalls, latestNs, clockStepNs) / floorNs;
    return clip((stretch - MEAN_STRETCH) / (MEMORY_STRETCH - MEAN_STRETCH));
  };

  const cuts: Cut[] = [];
  for (let bucket = 0; cuts.length === 0 || bucketLowerNs(bucket + 1) <= latestNs; bucket++) {
    if (hotBelow(bucket) < MIN_HOT_BELOW) continue;
    const cutNs = bucketLowerNs(bucket + 1);
    // The next value that the clock can show must lie in the gap, or any cut between two values looks flat.
    const gapNs = Math.max((GAP - 1) * (cutNs - fixedNs), 1.5 * clockStepNs);
    let least = ratio(bucket);
    let most = least;
    for (let next = bucket + 1; bucketLowerNs(next + 1) <= cutNs + gapNs; next++) {
      least = Math.min(least, ratio(next));
      most = Math.max(most, ratio(next));
    }
    cuts.push({ bucket, ratio: ratio(bucket), least, most });
  }
  const flattest = cuts.reduce((best, cut) => (rise(cut) < rise(best) ? cut : best));
  const possible = cuts.filter((cut) => rise(cut) <= rise(flattest) + FLAT);
  // What lies between twice the floor and MEMORY_STRETCH times the floor may be either, wherever the cut.
  const slowHotNs = bucketLowerNs(percentileBucket(hot, CAPPED) + 1);
  const earliestNs = fixedNs + GAP * (slowHotNs - fixedNs) + clockStepNs;
  const least = cuts.findLast((cut) => bucketLowerNs(cut.bucket + 1) <= earliestNs)?.ratio ?? 0;
  const most = cuts.at(-1)?.ratio ?? 1;

  // As long as r is flat, what it still rises by are memory's own late calls more often than a drive's first: behind a
  // drive's call, memory's are interrupted by whoever it wakes.
  const share = Math.max(...possible.map((cut) => cut.most));
  const hotShare = hotBelow(flattest.bucket);
  const counted = Math.hypot(
    halfWidth(below(flattest.bucket), calls) / hotShare,
    (clip(share) * halfWidth(hotShare, hotCalls)) / hotShare,
  );
  const surely = Math.min(least, ...possible.map((cut) => cut.least)) - counted;
  const low = clip(surely * (1 - hiddenShare()));
  const high = clip(Math.max(most, share) + counted);
  if (high - low > WIDEST) {
    return doubtful(high - clip(surely) > WIDEST ? 'overlap' : 'clock_too_coarse', low, high);
  }
  return { share: clip(share), doubt: null, low, high, cut_ns: bucketLowerNs(flattest.bucket + 1) };
}
