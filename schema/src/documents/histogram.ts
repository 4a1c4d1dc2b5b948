/**
 * A log-linear latency histogram, the same in C++ (`wasm-core/include/opfsmark/histogram.h`) and here;
 * `fixtures/vectors/histogram.json` holds both to it.
 *
 * Bucket 0 holds everything under 512 ns. Above that every power of two is divided into 32 buckets of equal width, up
 * to 2^37 ns (137 s). A bucket is at most 1/32 of its lower edge wide and stands for its middle, so a value read back is
 * at most 1/64 off. Values beyond the range go into the last bucket and are counted as dropped by whoever records them.
 */
const SUB_BUCKET_BITS = 5;
const SUB_BUCKETS = 1 << SUB_BUCKET_BITS;
export const MIN_EXPONENT = 9;
const OCTAVES = 28;
export const BUCKET_COUNT = 1 + OCTAVES * SUB_BUCKETS;
/** First value that does not fit: 2^37 ns. */
export const RANGE_NS = 2 ** (MIN_EXPONENT + OCTAVES);

/** The bucket a latency in whole nanoseconds falls into. */
export function bucketOf(ns: number): number {
  if (ns < 2 ** MIN_EXPONENT) return 0;
  if (ns >= RANGE_NS) return BUCKET_COUNT - 1;
  const exponent = ns < 2 ** 31 ? 31 - Math.clz32(ns) : 31 + (31 - Math.clz32(ns / 2 ** 31));
  const sub = Math.floor(ns / 2 ** (exponent - SUB_BUCKET_BITS)) - SUB_BUCKETS;
  return 1 + (exponent - MIN_EXPONENT) * SUB_BUCKETS + sub;
}

function lowerEdgeNs(bucket: number): number {
  if (bucket <= 0) return 0;
  const i = bucket - 1;
  return (SUB_BUCKETS + (i % SUB_BUCKETS)) * 2 ** (Math.floor(i / SUB_BUCKETS) + MIN_EXPONENT - SUB_BUCKET_BITS);
}

/** One verdict asks for a hundred thousand edges. */
const LOWER_EDGES_NS = Array.from({ length: BUCKET_COUNT + 1 }, (_, bucket) => lowerEdgeNs(bucket));

/** Lower edge of a bucket, in ns. `bucketLowerNs(BUCKET_COUNT)` is the end of the range. */
export function bucketLowerNs(bucket: number): number {
  return LOWER_EDGES_NS[bucket] ?? lowerEdgeNs(bucket);
}

/** The time that a bucket stands for, in ns: its middle. */
export function bucketValueNs(bucket: number): number {
  return (bucketLowerNs(bucket) + bucketLowerNs(bucket + 1)) / 2;
}

export type Counts = readonly number[];

const NO_COUNTS: Counts = new Array<number>(BUCKET_COUNT).fill(0);

/** A copy is made faster than it is filled, and an upload asks for hundreds. */
export function emptyCounts(): number[] {
  return NO_COUNTS.slice();
}

export function totalCount(counts: Counts): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

/** Merging adds counts: exact, in any order. */
export function mergeCounts(histograms: readonly Counts[]): number[] {
  const mergedCounts = emptyCounts();
  for (const counts of histograms) {
    // A page of results does this half a million times as it comes alive: no function per bucket.
    for (let bucket = 0; bucket < counts.length; bucket++) {
      const count = counts[bucket] ?? 0;
      if (count > 0) mergedCounts[bucket] = (mergedCounts[bucket] ?? 0) + count;
    }
  }
  return mergedCounts;
}

/** The bucket that holds the smallest value with at least `fraction` of all values at or below it; -1 when empty. */
export function percentileBucket(counts: Counts, fraction: number): number {
  const total = totalCount(counts);
  if (total === 0) return -1;
  const rank = Math.max(1, Math.ceil(fraction * total));
  let countSoFar = 0;
  for (let bucket = 0; bucket < counts.length; bucket++) {
    countSoFar += counts[bucket] ?? 0;
    if (countSoFar >= rank) return bucket;
  }
  return BUCKET_COUNT - 1;
}

/** Percentile in ns (nearest rank, at most 1/64 off); `null` when empty. */
export function percentileNs(counts: Counts, fraction: number): number | null {
  const bucket = percentileBucket(counts, fraction);
  return bucket < 0 ? null : bucketValueNs(bucket);
}

/** Minimum number of calls beyond a percentile; fewer are single events. */
const MIN_CALLS_BEYOND = 10;
/** 1 - 0.99 is not quite a hundredth. */
const ROUNDING = 1e-6;

/** Whether a percentile rests on enough calls to be shown: p99 on 1,000, p99.9 on 10,000. */
export function hasEvidence(fraction: number, calls: number): boolean {
  return calls * (1 - fraction) > MIN_CALLS_BEYOND - ROUNDING;
}

/** `percentileNs`, or `null` where fewer than ten calls lie beyond it. */
export function evidentPercentileNs(counts: Counts, fraction: number): number | null {
  return hasEvidence(fraction, totalCount(counts)) ? percentileNs(counts, fraction) : null;
}

/**
 * Text form, made for JSON and gzip: the non-empty buckets from low to high, separated by a space, each `gap:count`,
 * where gap is the distance from the bucket before (the first counts from -1). A gap of 1 is left out: `313:4 7 2:1`.
 */
export function encodeHistogram(counts: Counts): string {
  const parts: string[] = [];
  let previousBucket = -1;
  counts.forEach((count, bucket) => {
    if (count === 0) return;
    const gap = bucket - previousBucket;
    parts.push(gap === 1 ? `${count}` : `${gap}:${count}`);
    previousBucket = bucket;
  });
  return parts.join(' ');
}

const ENTRY = /(?:(?:[2-9]|[1-9]\d{1,2}):)?[1-9]\d{0,14}/.source;
const HISTOGRAM_TEXT = new RegExp(`^${ENTRY}(?: ${ENTRY})*$`);
const SPACE = ' '.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/** Inverse of `encodeHistogram`; `null` for a text that it cannot have written. */
export function decodeHistogram(text: string): number[] | null {
  const counts = emptyCounts();
  return addHistogram(text, counts) ? counts : null;
}

/** Adds the counts of a text form to others; `false` for a text that `encodeHistogram` cannot have written. */
export function addHistogram(text: string, counts: number[]): boolean {
  return eachBucket(text, (bucket, count) => (counts[bucket] = (counts[bucket] ?? 0) + count));
}

/** The same without a list: `visit` gets each bucket with its count, from low to high. */
export function eachBucket(text: string, visit: (bucket: number, count: number) => void): boolean {
  if (text === '') return true;
  if (!HISTOGRAM_TEXT.test(text)) return false;
  let bucket = -1;
  let gap = 1;
  let number = 0;
  // A record has hundreds of these texts and is judged at every upload: no string per entry.
  for (let i = 0; i <= text.length; i++) {
    const char = i < text.length ? text.charCodeAt(i) : SPACE;
    if (char === COLON) {
      gap = number;
      number = 0;
    } else if (char === SPACE) {
      bucket += gap;
      if (bucket >= BUCKET_COUNT) return false;
      visit(bucket, number);
      gap = 1;
      number = 0;
    } else number = 10 * number + (char - ZERO);
  }
  return true;
}
