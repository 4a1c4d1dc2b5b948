import {
  BUCKET_COUNT,
  bucketLowerNs,
  bucketValueNs,
  percentileBucket,
  totalCount,
  type Counts,
} from '../documents/histogram.ts';
import { Z_95 } from '../documents/deviations.ts';

/**
 * The share of a read job's calls that was answered from memory, without waiting for the drive: a split of its latency
 * distribution F into memory's part, which is known from the hot floor's distribution F0, and the drive's, which is not:
 * F = s F0 + (1 - s) D. A share of calls, not of bytes: a call whose data was read ahead did not wait either.
 *
 * Below any cut t, F(t) >= s F0(t), so the ratio r(t) = F(t) / F0(t) is never under s, and it is s wherever memory's
 * calls are all below and D has not begun. There r lies flat, at the height of the share. So the cut is searched, not set:
 *
 * 1. *A wide gap*: over two octaves r rises by no more than a point. Behind a slow drive memory itself is slow: after a
 *    wait the processor sleeps and its caches are cold, and a call that took 2 us takes 20 to 60, or 200 where others want
 *    the processor. Such calls form a second hump far above the floor. So a wide gap may also begin as late as that, if
 *    the late calls below it are no more than waits can explain.
 * 2. *Else the flattest place* behind memory's hump. Where calls become few and then many again, the second hump is a
 *    drive's, and the search ends; but several workers interrupt each other as the drive answers them, and their second
 *    hump may be memory's if waits explain it.
 *
 * A second hump that waits explain, but that no wide gap ends, may be either's: the interval reaches over it.
 * Cuts nearly as flat are possible answers too. The interval spans them; one that is too wide is no answer.
 * `docs/METHODOLOGY.md` has how far the estimate was off on files of which a known part was in memory.
 */

/** A call on data in memory may take this many times what it takes on the hot floor: other pages, a busier memory. */
const MEMORY_STRETCH = 6;
/** No cut under this many times the floor's mean: memory's own hump would be cut. */
const MIN_STRETCH = 2;
/** How far the gap behind a cut reaches at least, or the slope up to memory's hump would look flat. */
const PROMPT_STRETCH = 2.5;
/** Extra lateness allowed for a call that follows a wait for the drive: a sleeping processor, cold caches, a queue. */
const WAKE_UP_NS = 250e3;
/** Late calls that a wait is expected to cause, with room for those of other workers that it interrupts. */
const LATE_PER_WAIT = 1.5;
/** Late calls for each prompt one, at most: behind 32 calls of a slow drive hardly one is prompt. */
const LATE_PER_PROMPT = 20;
/** Width of the gap behind a cut, in which r should not rise. */
const GAP = 1.5;
/** A gap this wide is trusted wherever it begins, if r rises in it by no more than `WIDE_RISE`. */
const WIDE_GAP = 4;
const WIDE_RISE = 0.01;
/**
 * Cuts need this share of the floor's calls below them: above are its tail and few calls to judge by. Where so many are not
 * below any, memory and drive lie over each other, as behind 32 workers of Firefox on two processors: that is no answer.
 */
const MIN_HOT_BELOW = 0.8;
/** Cuts count as possible if r rises by no more than this per octave beyond the flattest. */
const FLAT = 0.02;
/** And as just as good within this. */
const EQUALLY_FLAT = 0.01;
/** The floor's slowest calls tell of the scheduler: its mean takes them for no slower than this share of the others. */
const CAPPED = 0.95;
/** How far the mean of a job's calls from memory may exceed the floor's without doubt. */
const MEAN_STRETCH = 1.25;
/** No drive answers sooner: a clock that shows less than this hides none. */
const FASTEST_DRIVE_NS = 7e3;
const MIN_CALLS = 32;
/** The first call of a worker is often late, whatever it reads. */
const MIN_CALLS_PER_WORKER = 4;
/** How far a floor differs from one taken a moment later; added to every interval. */
const FLOOR_DRIFT = 0.01;
/** An interval wider than this is not an answer. */
const MAX_WIDTH = 0.25;

interface SplitInput {
  /** Hot reads of the same block size by as many workers, from a region larger than the processor's caches. */
  readonly hot: Counts;
  readonly own: Counts;
  readonly clockStepNs: number;
  /** The cost of a call that reads nothing: this part does not grow with the distance of the data. */
  readonly emptyCallNs?: number;
  /** How many read at once: several interrupt each other. */
  readonly workers?: number;
}

export type SplitDoubt = 'too_few_calls' | 'clock_too_coarse' | 'overlap';

interface MemorySplit {
  /** 0..1 of the calls; `null` where it cannot be told, for the reason in `doubt`. */
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
 * Mean of all values, each taken for `maxNs` at most. True to a fraction of the clock's step: a stepping clock shows
 * too much as often as too little.
 */
function cappedMeanNs(counts: Counts, maxNs: number, clockStepNs: number): number {
  let sum = 0;
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++) {
    // A time that a coarse clock shows as nothing is a zero, not the middle of the lowest bucket.
    const valueNs = bucket === 0 && clockStepNs > bucketLowerNs(1) ? 0 : bucketValueNs(bucket);
    sum += (counts[bucket] ?? 0) * Math.min(valueNs, maxNs);
  }
  return sum / totalCount(counts);
}

/** Half the width of Wilson's interval. */
function halfWidth(share: number, calls: number): number {
  const square = Z_95 * Z_95;
  return (Z_95 * Math.sqrt((share * (1 - share)) / calls + square / (4 * calls * calls))) / (1 + square / calls);
}

/** The time of a call on memory. */
interface Memory {
  readonly stepNs: number;
  readonly hotNs: number;
  /** The part of `hotNs` that does not grow with the distance of the data. */
  readonly fixedNs: number;
  /** Up to here it is prompt; one that takes longer was late, most often because it followed a wait for the drive. */
  readonly promptNs: number;
  /** Later it comes behind a wide gap only. */
  readonly latestNs: number;
}

function memoryOf({ hot, clockStepNs: stepNs, emptyCallNs = 0 }: SplitInput): Memory {
  const quantileNs = (fraction: number) => bucketValueNs(percentileBucket(hot, fraction));
  // The mean sees below the clock's step, the median through a busy moment.
  const hotNs = Math.min(cappedMeanNs(hot, quantileNs(CAPPED), stepNs), quantileNs(0.5) + stepNs);
  const emptyNs = Math.min(emptyCallNs, hotNs);
  // Under a step of the clock it is too little to be told from the rest, and to matter.
  const fixedNs = emptyNs > stepNs ? emptyNs : 0;
  // A call shows up to one step more than it took, and the step may be cut anywhere.
  const promptNs = fixedNs + PROMPT_STRETCH * (hotNs - fixedNs) + stepNs;
  const latestNs = fixedNs + MEMORY_STRETCH * (hotNs - fixedNs) + 1.5 * stepNs;
  return { stepNs, hotNs, fixedNs, promptNs, latestNs };
}

interface Cut {
  readonly bucket: number;
  readonly cutNs: number;
  /** r at the cut. */
  readonly ratio: number;
  /** The least and the most that r comes to over the gap. */
  readonly least: number;
  readonly most: number;
  /** How much r rises over the gap, per octave. */
  readonly slope: number;
  /** How much it rises over a wide gap. */
  readonly wideRise: number;
  /** The share of the calls above the gap, and above a wide one. */
  readonly above: number;
  readonly wideAbove: number;
}

type Distribution = (bucket: number) => number;

/** The least and the most of r over the buckets from a cut to `next`, which is not one of them. */
interface Span {
  readonly least: number;
  readonly most: number;
  readonly next: number;
}

function cutsOf(below: Distribution, hotBelow: Distribution, memory: Memory): Cut[] {
  const { stepNs, hotNs, fixedNs, latestNs } = memory;
  const ratios = new Float64Array(BUCKET_COUNT);
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++) ratios[bucket] = below(bucket) / hotBelow(bucket);
  const ratio = (bucket: number) => ratios[bucket] ?? 1;
  const variableNs = hotNs - fixedNs;
  const firstNs = Math.max(fixedNs + MIN_STRETCH * variableNs, hotNs + stepNs);

  /** The least and the most of r up to `endNs`, and the share of calls beyond. It goes on from a span that ends before. */
  const extend = ({ least, most, next }: Span, endNs: number) => {
    for (; bucketLowerNs(next + 1) <= endNs; next++) {
      const at = ratio(next);
      least = Math.min(least, at);
      most = Math.max(most, at);
    }
    return { least, most, next, above: 1 - below(next - 1) };
  };

  const cuts: Cut[] = [];
  for (let bucket = 0; cuts.length === 0 || bucketLowerNs(bucket + 1) <= latestNs + WAKE_UP_NS; bucket++) {
    const cutNs = bucketLowerNs(bucket + 1);
    if (hotBelow(bucket) < MIN_HOT_BELOW || cutNs < firstNs) continue;
    // The next value that the clock can show must lie in the gap, or any cut between two values looks flat.
    const gapNs = Math.max((GAP - 1) * (cutNs - fixedNs), 1.5 * stepNs, fixedNs + PROMPT_STRETCH * variableNs - cutNs);
    const gap = extend({ least: ratio(bucket), most: ratio(bucket), next: bucket + 1 }, cutNs + gapNs);
    // Never narrower than the gap: a cut is no less than twice what memory takes.
    const wideGap = extend(gap, fixedNs + WIDE_GAP * (cutNs - fixedNs) + 1.5 * stepNs);
    const { least, most, above } = gap;
    const octaves = Math.min(1, Math.log2(1 + gapNs / Math.max(cutNs - fixedNs, stepNs, variableNs / 2)));
    cuts.push({
      ...{ bucket, cutNs, ratio: ratio(bucket), least, most, above, slope: (most - least) / octaves },
      ...{ wideRise: wideGap.most - ratio(bucket), wideAbove: wideGap.above },
    });
  }
  return cuts;
}

/** The noise in so many late calls, of all. */
const noiseOf = (lateShare: number, calls: number) => 0.02 + 2 * Math.sqrt(lateShare / calls);

/**
 * Whether waits explain `lateShare` of the calls, in a job of which the cut says that `share` came from memory and `above`
 * from the drive: of calls in random order s (1 - s) are on memory and follow one that was not.
 */
function waitsExplain(lateShare: number, share: number, above: number, calls: number): boolean {
  return lateShare <= LATE_PER_WAIT * share * above + noiseOf(lateShare, calls);
}

/** Whether enough others were prompt: where none was, a hump may as well be the quick part of a drive. */
function othersWerePrompt(lateShare: number, share: number, calls: number): boolean {
  return lateShare <= LATE_PER_PROMPT * (share - lateShare) + noiseOf(lateShare, calls);
}

/** r rises again where it rises by this many times what it did in the valley, and this much per octave more ... */
const HUMP = { times: 2, slope: 0.04 } as const;
/** ... and has come to be so much higher. */
const HUMP_SHARE = 0.03;

interface Candidates {
  /** The cuts that may be the right one: those with a wide gap behind them, if there are any. */
  readonly cuts: readonly Cut[];
  /** The values of r before and behind humps that may be late memory or the quick part of a drive. */
  readonly doubtful: readonly number[];
}

function candidatesOf(cuts: readonly Cut[], promptNs: number, calls: number, workers: number): Candidates {
  const wideCuts: Cut[] = [];
  const doubtfulRatios: number[] = [];
  const aroundHumps: number[] = [];
  const narrowCuts: Cut[] = [];
  const promptCut = cuts.findLast((cut) => cut.cutNs <= promptNs) ?? cuts[0];
  // The flattest place so far that has more below it than in it, and the steepest since.
  let valley: Cut | null = null;
  let steepestSlope = 0;
  for (const cut of cuts) {
    const hasRisen = valley !== null && steepestSlope > HUMP.times * valley.slope + HUMP.slope;
    const secondHump =
      hasRisen && valley !== null && cut.ratio - valley.most > HUMP_SHARE ? cut.ratio - valley.ratio : 0;
    const lateShare = Math.max(0, cut.ratio - (promptCut?.ratio ?? 0));
    const { ratio: share, above, wideAbove } = cut;
    const lateOrHump = Math.max(lateShare, secondHump);
    if (cut.wideRise <= Math.max(WIDE_RISE, 1.5 / calls) && waitsExplain(lateOrHump, share, wideAbove, calls)) {
      if (othersWerePrompt(lateOrHump, share, calls)) wideCuts.push(cut);
      else doubtfulRatios.push(cut.most);
    }
    if (secondHump === 0 && waitsExplain(lateShare, share, above, calls) && othersWerePrompt(lateShare, share, calls)) {
      narrowCuts.push(cut);
    }
    if (valley !== null && secondHump > 0) {
      // Behind a hump of calls that are late or a drive's, a place as flat as this ends them.
      const isEnd = cut.slope <= Math.max(FLAT, valley.slope) && waitsExplain(secondHump, share, above, calls);
      if (isEnd) aroundHumps.push(valley.ratio, cut.ratio);
      // Several workers interrupt each other as the drive answers them; one has a second hump by a slow drive only.
      if (isEnd && workers > 1) narrowCuts.push(cut);
      continue;
    }
    if (cut.slope < Math.min(valley?.slope ?? Infinity, cut.ratio / 2)) {
      valley = cut;
      steepestSlope = 0;
    } else steepestSlope = Math.max(steepestSlope, cut.slope);
  }
  return wideCuts.length > 0
    ? { cuts: wideCuts, doubtful: doubtfulRatios }
    : { cuts: narrowCuts, doubtful: [...doubtfulRatios, ...aroundHumps] };
}

/**
 * The share of the calls up to `endNs` that a coarse clock may show as memory though they are a drive's: seen by their
 * mean, if a drive's call takes MEMORY_STRETCH times as long as one on memory. None where the clock shows such a call.
 */
function hiddenShare({ hot, own: counts }: SplitInput, { stepNs, hotNs }: Memory, endNs: number): number {
  if (stepNs <= Math.max(MEMORY_STRETCH * hotNs, FASTEST_DRIVE_NS)) return 0;
  const nearCounts = counts.map((count, bucket) => (bucketValueNs(bucket) <= endNs ? count : 0));
  if (totalCount(nearCounts) === 0) return 0;
  // No less than what three calls that show a step would make of it.
  const floorNs = Math.max(hotNs, (3 * stepNs) / totalCount(hot));
  const stretch = cappedMeanNs(nearCounts, endNs, stepNs) / floorNs;
  return clip((stretch - MEAN_STRETCH) / (MEMORY_STRETCH - MEAN_STRETCH));
}

const clip = (share: number) => Math.min(1, Math.max(0, share));

export function splitMemory(input: SplitInput): MemorySplit {
  const { hot, own: counts, clockStepNs } = input;
  const doubtfulSplit = (doubt: SplitDoubt, low = 0, high = 1) => ({ share: null, doubt, low, high, cut_ns: null });
  const calls = totalCount(counts);
  const hotCalls = totalCount(hot);
  const minCalls = Math.max(MIN_CALLS, MIN_CALLS_PER_WORKER * (input.workers ?? 1));
  if (calls < minCalls || hotCalls < MIN_CALLS) return doubtfulSplit('too_few_calls');
  const below = distribution(counts, calls);
  const hotBelow = distribution(hot, hotCalls);
  const memory = memoryOf(input);
  const allCuts = cutsOf(below, hotBelow, memory);
  const { cuts, doubtful: doubtfulRatios } = candidatesOf(allCuts, memory.promptNs, calls, input.workers ?? 1);
  if (cuts.length === 0) return doubtfulSplit('overlap');

  const flattestCut = cuts.reduce((flattest, cut) => (cut.slope < flattest.slope ? cut : flattest));
  const cutsWithin = (slope: number) => cuts.filter((cut) => cut.slope <= flattestCut.slope + slope);
  // As long as r is flat, what it still rises by are memory's own late calls more often than a drive's first: behind a
  // drive's call, memory's are interrupted by whoever it wakes.
  const flatCuts = cutsWithin(EQUALLY_FLAT);
  const maxRatio = Math.max(...flatCuts.map((cut) => cut.most));
  const share = clip(maxRatio);
  const lowestCut = flatCuts.find((cut) => cut.most >= maxRatio - FLOOR_DRIFT) ?? flattestCut;
  const possibleCuts = cutsWithin(FLAT);
  const hotShare = hotBelow(flattestCut.bucket);
  const countError = Math.hypot(
    halfWidth(below(flattestCut.bucket), calls) / hotShare,
    (share * halfWidth(hotShare, hotCalls)) / hotShare,
    FLOOR_DRIFT,
  );
  // A gap in which r rises is full of calls that may be either's.
  const margin = countError + flattestCut.slope;
  const minShare = clip(Math.min(...doubtfulRatios, ...possibleCuts.map((cut) => cut.least)) - margin);
  const low = minShare * (1 - hiddenShare(input, memory, flattestCut.cutNs + 1.5 * clockStepNs));
  const high = clip(Math.max(...doubtfulRatios, ...possibleCuts.map((cut) => cut.most)) + margin);
  if (high - low > MAX_WIDTH)
    return doubtfulSplit(high - minShare > MAX_WIDTH ? 'overlap' : 'clock_too_coarse', low, high);
  return { share, doubt: null, low, high, cut_ns: lowestCut.cutNs };
}
