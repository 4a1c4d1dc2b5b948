import {
  BUCKET_COUNT,
  bucketLowerNs,
  bucketOf,
  bucketValueNs,
  type Counts,
  median,
  sum,
  totalCount,
} from '@opfsmark/schema/documents';
import { type FamilyRecord, isRecordOf, type RunRecord } from '@opfsmark/schema/families';
import { type CallGroups, type RecordWithCalls, withCalls } from './calls.ts';

/** Squares of differences in units of what chance makes of them, summed, and how many they are. */
interface Difference {
  readonly squares: number;
  readonly count: number;
}

const ratioOf = ({ squares, count }: Difference) => squares / count;

/** One difference counts for no more than this, so that a copier gains nothing by changing a few calls much. */
const MAX_SQUARE = 4;

/**
 * How far a run is from another, in units of what chance alone puts between two measurements of one machine that does not
 * change: about 1 or more where both were measured, 0 where one is the other. A factor between the two is taken out first.
 * The nearest part of what was measured decides, so that parts of a copy count.
 */
export const distanceOf = (a: RunRecord, b: RunRecord): number => distanceBetween(withCalls(a), withCalls(b));

/** The same for a record whose calls are read once, however many it is compared with. */
export function distanceBetween(a: RecordWithCalls, b: RecordWithCalls): number {
  if (isRecordOf(a.record, 'app-storage') && isRecordOf(b.record, 'app-storage')) {
    return distanceOfLoops(a.record, b.record);
  }
  const distance = distanceOfCalls(a.calls, b.calls);
  if (distance !== null) return distance;
  const isSame = hasSameCalls(a.calls, b.calls) || JSON.stringify(a.record.result) === JSON.stringify(b.record.result);
  return isSame ? 0 : Infinity;
}

/** Two lists with so many calls in so many buckets are never the same. */
const DISTINCT = { calls: 200, buckets: 8 } as const;

/** For what has too few buckets to be near: whether a list of calls is the other's to the last one. */
function hasSameCalls(a: CallGroups, b: CallGroups): boolean {
  return [...a].some(([name, counts]) => {
    const isDistinct = totalCount(counts) >= DISTINCT.calls && counts.filter((n) => n > 0).length >= DISTINCT.buckets;
    return isDistinct && JSON.stringify(counts) === JSON.stringify(b.get(name));
  });
}

/** The part of what was measured that must be near. */
const NEAREST_SHARE = 1 / 4;
/** Fewer differences may be small by chance. */
const MIN_COUNT = 40;

/** The mean of a square of a normal variable that counts for `MAX_SQUARE` at most. */
const MEAN_SQUARE = 0.92;
/** The mean of the lowest quarter of many normal variables, in standard deviations below zero. */
const LOWEST_QUARTER = 1.27;

/** The mean distance, by chance, of the nearest quarter of groups with so many differences each: they are the nearest by chance, too. */
function expectedNearest(groups: number, meanCount: number): number {
  const belowMean = LOWEST_QUARTER * (1 - 1 / groups) * Math.sqrt(2 / meanCount);
  return MEAN_SQUARE * Math.max(MIN_EXPECTED, 1 - belowMean);
}
const MIN_EXPECTED = 0.3;

/** The mean of the nearest groups that make up a quarter of all, by what chance makes of it; `null` where that tells nothing. */
function nearest(differences: readonly Difference[]): number | null {
  const known = differences.filter(({ count }) => count > 0).toSorted((a, b) => ratioOf(a) - ratioOf(b));
  const allCount = sum(known.map(({ count }) => count));
  if (allCount < MIN_COUNT) return null;
  const neededCount = Math.max(MIN_COUNT, NEAREST_SHARE * allCount);
  let [squares, count] = [0, 0];
  for (const difference of known) {
    if (count >= neededCount) break;
    squares += difference.squares;
    count += difference.count;
  }
  return squares / count / expectedNearest(known.length, allCount / known.length);
}

/**
 * A copier who moves calls to neighbouring buckets is seen where buckets are taken together: each level has half as many
 * cells as the one before.
 */
const LEVELS = 3;

function distanceOfCalls(a: CallGroups, b: CallGroups): number | null {
  const pairs = [...a].flatMap(([name, countsA]) => {
    const countsB = b.get(name);
    return countsB ? [differencesOf(countsA, countsB)] : [];
  });
  const levels = Array.from({ length: LEVELS }, (_, level) =>
    nearest(pairs.flatMap((levels) => levels[level] ?? [])),
  ).filter((distance) => distance !== null);
  return levels.length === 0 ? null : Math.min(...levels);
}

/** Two lists of calls, level by level: as they are, or the first one moved onto the second. */
function differencesOf(a: Counts, b: Counts): Difference[] {
  const factor = centreNs(b) / centreNs(a);
  const asTheyAre = levelsOf(a, b);
  // One after the other: both are moved into the same list.
  const moved = [levelsOf(stretched(a, factor), b), levelsOf(rounded(a, factor, b), b)];
  return asTheyAre.map((difference, level) =>
    moved
      .flatMap((levels) => levels[level] ?? [])
      .filter(({ count }) => count > 0)
      .reduce((nearest, other) => (ratioOf(nearest) <= ratioOf(other) ? nearest : other), difference),
  );
}

/** Mean of the logarithms of the middle half of calls, as a time. */
function centreNs(counts: Counts): number {
  const total = totalCount(counts);
  let [from, logs] = [0, 0];
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++) {
    const n = counts[bucket] ?? 0;
    if (n === 0) continue;
    const to = from + n / total;
    logs += Math.log(bucketValueNs(bucket)) * Math.max(0, Math.min(to, 0.75) - Math.max(from, 0.25));
    from = to;
  }
  return Math.exp(2 * logs);
}

/** An upload compares hundreds of lists: all are moved into this one. */
const moved = new Float64Array(BUCKET_COUNT);

/** The counts of calls that take `factor` times as long. What is in one bucket is spread over it evenly. */
function stretched(counts: Counts, factor: number): Float64Array {
  moved.fill(0);
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++) {
    const n = counts[bucket] ?? 0;
    if (n === 0) continue;
    // A time that the clock shows as nothing stays nothing.
    if (bucket === 0) {
      moved[0] = n;
      continue;
    }
    const [fromNs, toNs] = [bucketLowerNs(bucket) * factor, bucketLowerNs(bucket + 1) * factor];
    for (let into = bucketOf(Math.floor(fromNs)); into < BUCKET_COUNT && bucketLowerNs(into) < toNs; into++) {
      const sharedNs = Math.min(toNs, bucketLowerNs(into + 1)) - Math.max(fromNs, bucketLowerNs(into));
      if (sharedNs > 0) moved[into] = (moved[into] ?? 0) + (n * sharedNs) / (toNs - fromNs);
    }
  }
  return moved;
}

/** As far as a clock that steps may move a bucket. */
const NEAREST_BUCKETS = [0, 1, -1, 2, -2, 3, -3] as const;

/** The same where each bucket goes as a whole to the nearest one in which the other list has calls. */
function rounded(counts: Counts, factor: number, others: Counts): Float64Array {
  moved.fill(0);
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++) {
    const n = counts[bucket] ?? 0;
    if (n === 0) continue;
    const into = bucket === 0 ? 0 : bucketOf(Math.round(bucketValueNs(bucket) * factor));
    const to = into + (NEAREST_BUCKETS.find((step) => (others[into + step] ?? 0) > 0) ?? 0);
    moved[to] = (moved[to] ?? 0) + n;
  }
  return moved;
}

/** A count of fewer calls is no normal variable. */
const MIN_CALLS_PER_CELL = 20;

/** Neighbouring buckets with enough calls in the two lists together, and the same in groups: for one comparison at a time. */
const [cellsA, cellsB] = [new Float64Array(BUCKET_COUNT), new Float64Array(BUCKET_COUNT)];
const [groupsA, groupsB] = [new Float64Array(BUCKET_COUNT), new Float64Array(BUCKET_COUNT)];

function levelsOf(a: Counts | Float64Array, b: Counts): Difference[] {
  let cells = 0;
  let [callsA, callsB] = [0, 0];
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++) {
    callsA += a[bucket] ?? 0;
    callsB += b[bucket] ?? 0;
    if (callsA + callsB < MIN_CALLS_PER_CELL) continue;
    cellsA[cells] = callsA;
    cellsB[cells] = callsB;
    cells++;
    [callsA, callsB] = [0, 0];
  }
  return Array.from({ length: LEVELS }, (_, level) => {
    const size = 2 ** level;
    sumGroups(size, cells, cellsA, groupsA);
    sumGroups(size, cells, cellsB, groupsB);
    return differenceOf(Math.ceil(cells / size));
  });
}

function sumGroups(size: number, cells: number, from: Float64Array, into: Float64Array): void {
  for (let start = 0, group = 0; start < cells; start += size, group++) {
    let calls = 0;
    for (let cell = start; cell < Math.min(cells, start + size); cell++) calls += from[cell] ?? 0;
    into[group] = calls;
  }
}

const MIN_CELLS = 3;
const NOTHING: Difference = { squares: 0, count: 0 };

/**
 * Chi-square of two samples in so many groups. How many times as many calls the second has is the middle group's to say: some may
 * be made up.
 */
function differenceOf(groups: number): Difference {
  if (groups < MIN_CELLS) return NOTHING;
  const times = middleRatio(groups);
  const count = groups - 1;
  if (!Number.isFinite(times) || times <= 0) return { squares: count * MAX_SQUARE, count };
  let squares = 0;
  for (let group = 0; group < groups; group++) {
    const a = groupsA[group] ?? 0;
    const b = groupsB[group] ?? 0;
    squares += Math.min(MAX_SQUARE, (b - times * a) ** 2 / (times * (a + b)));
  }
  return { squares, count };
}

/** The same ratios in the order of the groups and sorted. */
const [ratios, ratiosToSort] = [new Float64Array(BUCKET_COUNT), new Float64Array(BUCKET_COUNT)];

/** The median over calls of how many of the second there are per one of the first. */
function middleRatio(groups: number): number {
  let calls = 0;
  for (let group = 0; group < groups; group++) {
    const a = groupsA[group] ?? 0;
    const b = groupsB[group] ?? 0;
    ratios[group] = b / a;
    ratiosToSort[group] = b / a;
    calls += a + b;
  }
  const sortedRatios = ratiosToSort.subarray(0, groups).sort();
  let [low, high] = [0, groups - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (callsUpTo(sortedRatios[middle] ?? 0, groups) >= calls / 2) high = middle;
    else low = middle + 1;
  }
  return sortedRatios[low] ?? 1;
}

/** The calls of the groups with no more of the second per one of the first. */
function callsUpTo(ratio: number, groups: number): number {
  let calls = 0;
  for (let group = 0; group < groups; group++) {
    if ((ratios[group] ?? 0) <= ratio) calls += (groupsA[group] ?? 0) + (groupsB[group] ?? 0);
  }
  return calls;
}

/** Loops are few: one that was changed counts for less, and made-up twins of a real run come to 0.3 and more before scaling. */
const MAX_LOOP_SQUARE = 1;
const LOOPS_SCALE = 2;
const MIN_LOOPS = 3;

type Cells = FamilyRecord<'app-storage'>['result']['rows'][number]['cells'];

/** Loops of each workload from the shortest to the longest, in units of how far apart those of one run are. */
function distanceOfLoops(a: FamilyRecord<'app-storage'>, b: FamilyRecord<'app-storage'>): number {
  const differences = a.result.rows.map(({ contender, cells }) =>
    differenceOfLoops(cells, b.result.rows.find((row) => row.contender === contender)?.cells ?? []),
  );
  return LOOPS_SCALE * (nearest(differences) ?? Infinity);
}

function differenceOfLoops(a: Cells, b: Cells): Difference {
  const pairs = a.flatMap(({ workload, elapsed_ns }) => {
    const peer = b.find((cell) => cell.workload === workload)?.elapsed_ns ?? [];
    if (elapsed_ns.length < MIN_LOOPS || peer.length !== elapsed_ns.length) return [];
    return [{ logsA: sortedLogs(elapsed_ns), logsB: sortedLogs(peer) }];
  });
  const gaps = pairs.map(({ logsA, logsB }) => logsA.map((log, i) => (logsB[i] ?? log) - log));
  const all = gaps.flat();
  if (all.length === 0) return NOTHING;
  // A store that is so many times as fast in all.
  const factor = median(all);
  const squares = pairs.flatMap(({ logsA, logsB }, pair) => {
    const noise = Math.max(MIN_LOOP_NOISE, Math.min(spreadOf(logsA), spreadOf(logsB)));
    return (gaps[pair] ?? []).map((gap) => Math.min(MAX_LOOP_SQUARE, (gap - factor) ** 2 / (2 * noise ** 2)));
  });
  return { squares: sum(squares), count: squares.length };
}

const sortedLogs = (ns: readonly number[]) => ns.map((one) => Math.log(Math.max(1, one))).toSorted((a, b) => a - b);

/** Loops are never the same to less than this. */
const MIN_LOOP_NOISE = 1e-4;
/** Of a normal variable the median deviation is so much less than the standard one. */
const NORMAL = 1.4826;

/** One loop that stalled does not widen it. */
function spreadOf(logs: readonly number[]): number {
  const middle = median(logs);
  return NORMAL * median(logs.map((log) => Math.abs(log - middle)));
}
