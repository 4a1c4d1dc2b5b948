import { BUCKET_COUNT, bucketLowerNs, bucketValueNs, percentileBucket, totalCount, type Counts } from './histogram.ts';

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
/** The floor's mean leaves out its slowest calls, which tell of the scheduler. */
const TRIMMED = 0.95;
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

/** True to a fraction of the clock's step: a stepping clock shows too much as often as too little. */
function trimmedMeanNs(counts: Counts, total: number, clockStepNs: number): number {
  let left = TRIMMED * total;
  let sum = 0;
  for (let bucket = 0; bucket < BUCKET_COUNT && left > 0; bucket++) {
    const taken = Math.min(counts[bucket] ?? 0, left);
    left -= taken;
    // What a coarse clock shows as nothing is a zero, not the middle of the lowest bucket.
    sum += taken * (bucket === 0 && clockStepNs > bucketLowerNs(1) ? 0 : bucketValueNs(bucket));
  }
  return sum / (TRIMMED * total);
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

  // The mean sees below the clock's step, the median through a busy moment.
  const medianNs = bucketValueNs(percentileBucket(hot, 0.5));
  const hotNs = Math.min(trimmedMeanNs(hot, hotCalls, clockStepNs), medianNs + clockStepNs);
  const fixedNs = Math.min(emptyCallNs, hotNs);
  // A call shows up to one step more than it took, and the step may be cut anywhere.
  const latestNs = fixedNs + MEMORY_STRETCH * (hotNs - fixedNs) + 1.5 * clockStepNs;

  const cuts: Cut[] = [];
  for (let bucket = 0; cuts.length === 0 || bucketLowerNs(bucket + 1) <= latestNs; bucket++) {
    if (hotBelow(bucket) < MIN_HOT_BELOW) continue;
    const cutNs = bucketLowerNs(bucket + 1);
    const gapNs = Math.max((GAP - 1) * (cutNs - fixedNs), clockStepNs);
    let least = ratio(bucket);
    let most = least;
    for (let next = bucket + 1; bucketLowerNs(next + 1) <= cutNs + gapNs; next++) {
      least = Math.min(least, ratio(next));
      most = Math.max(most, ratio(next));
    }
    cuts.push({ bucket, ratio: ratio(bucket), least, most });
  }
  // A drive's call shorter than the clock's step shows as one step now and then and as nothing otherwise: behind each
  // that is seen stand this many unseen, down to a drive MEMORY_STRETCH times slower than memory.
  const unseen = Math.max(0, clockStepNs / Math.max((MEMORY_STRETCH - 1) * hotNs, 1) - 1);
  const flattest = cuts.reduce((best, cut) => (rise(cut) < rise(best) ? cut : best));
  const possible = cuts.filter((cut, index) => rise(cut) <= rise(flattest) + FLAT || (index === 0 && unseen > 0));
  // What lies between twice the floor and MEMORY_STRETCH times the floor may be either, wherever the cut.
  const slowHotNs = bucketLowerNs(percentileBucket(hot, TRIMMED) + 1);
  const earliestNs = fixedNs + GAP * (slowHotNs - fixedNs) + clockStepNs;
  const least = cuts.findLast((cut) => bucketLowerNs(cut.bucket + 1) <= earliestNs)?.ratio ?? 0;
  const most = cuts.at(-1)?.ratio ?? 1;

  // What the gap holds at the flattest cut are memory's own late calls more often than a drive's first.
  const share = flattest.most;
  const hotShare = hotBelow(flattest.bucket);
  const counted = Math.hypot(
    halfWidth(below(flattest.bucket), calls) / hotShare,
    (clip(share) * halfWidth(hotShare, hotCalls)) / hotShare,
  );
  const low = clip(Math.min(least, ...possible.map((cut) => cut.least - unseen * (rise(cut) + counted))) - counted);
  const high = clip(Math.max(most, ...possible.map((cut) => cut.most)) + counted);
  if (high - low > WIDEST) return doubtful(unseen > 1 ? 'clock_too_coarse' : 'overlap', low, high);
  return { share: clip(share), doubt: null, low, high, cut_ns: bucketLowerNs(flattest.bucket + 1) };
}
