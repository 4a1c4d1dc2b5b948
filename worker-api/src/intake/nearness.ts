import {
  BUCKET_COUNT,
  bucketLowerNs,
  bucketOf,
  bucketValueNs,
  type Counts,
  emptyCounts,
  median,
  sum,
  totalCount,
} from '@opfsmark/schema/documents';
import { type FamilyRecord, isRecordOf, type RunRecord } from '@opfsmark/schema/families';
import { addTo, callGroupsOf } from './calls.ts';

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
export function distanceOf(a: RunRecord, b: RunRecord): number {
  if (isRecordOf(a, 'app-storage') && isRecordOf(b, 'app-storage')) return distanceOfLoops(a, b);
  const distance = distanceOfCalls(a, b);
  if (distance !== null) return distance;
  return hasSameCalls(a, b) || JSON.stringify(a.result) === JSON.stringify(b.result) ? 0 : Infinity;
}

/** Two lists with so many calls in so many buckets are never the same. */
const DISTINCT = { calls: 200, buckets: 8 } as const;

/** For what has too few buckets to be near: whether a list of calls is the other's to the last one. */
function hasSameCalls(a: RunRecord, b: RunRecord): boolean {
  const ofB = callGroupsOf(b);
  return [...callGroupsOf(a)].some(([name, counts]) => {
    const isDistinct = totalCount(counts) >= DISTINCT.calls && counts.filter((n) => n > 0).length >= DISTINCT.buckets;
    return isDistinct && JSON.stringify(counts) === JSON.stringify(ofB.get(name));
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

/** What chance makes of the nearest quarter of groups with so many differences each: they are the nearest by chance, too. */
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

function distanceOfCalls(a: RunRecord, b: RunRecord): number | null {
  const ofB = callGroupsOf(b);
  const pairs = [...callGroupsOf(a)].flatMap(([name, countsA]) => {
    const countsB = ofB.get(name);
    return countsB ? [differencesOf(countsA, countsB)] : [];
  });
  const levels = Array.from({ length: LEVELS }, (_, level) =>
    nearest(pairs.flatMap((levels) => levels[level] ?? [])),
  ).filter((distance) => distance !== null);
  return levels.length === 0 ? null : Math.min(...levels);
}

/** Of two lists of calls, level by level: as they are, or the first one moved onto the second. */
function differencesOf(a: Counts, b: Counts): Difference[] {
  const factor = centreNs(b) / centreNs(a);
  const [asTheyAre, ...moved] = [a, stretched(a, factor), rounded(a, factor, b)].map((counts) => levelsOf(counts, b));
  return (asTheyAre ?? []).map((difference, level) =>
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
  counts.forEach((n, bucket) => {
    if (n === 0) return;
    const to = from + n / total;
    logs += Math.log(bucketValueNs(bucket)) * Math.max(0, Math.min(to, 0.75) - Math.max(from, 0.25));
    from = to;
  });
  return Math.exp(2 * logs);
}

/** The counts of calls that take `factor` times as long. What is in one bucket is spread over it evenly. */
function stretched(counts: Counts, factor: number): number[] {
  const result = emptyCounts();
  counts.forEach((n, bucket) => {
    if (n === 0) return;
    const [fromNs, toNs] = [bucketLowerNs(bucket) * factor, bucketLowerNs(bucket + 1) * factor];
    // What the clock shows as nothing stays nothing.
    if (bucket === 0) {
      addTo(result, 0, n);
      return;
    }
    for (let into = bucketOf(Math.floor(fromNs)); into < BUCKET_COUNT && bucketLowerNs(into) < toNs; into++) {
      const sharedNs = Math.min(toNs, bucketLowerNs(into + 1)) - Math.max(fromNs, bucketLowerNs(into));
      if (sharedNs > 0) addTo(result, into, (n * sharedNs) / (toNs - fromNs));
    }
  });
  return result;
}

/** As far as a clock that steps may move a bucket. */
const NEAREST_BUCKETS = [0, 1, -1, 2, -2, 3, -3] as const;

/** The same where each bucket goes as a whole to the nearest one in which the other list has calls. */
function rounded(counts: Counts, factor: number, others: Counts): number[] {
  const result = emptyCounts();
  counts.forEach((n, bucket) => {
    if (n === 0) return;
    const into = bucket === 0 ? 0 : bucketOf(Math.round(bucketValueNs(bucket) * factor));
    const by = NEAREST_BUCKETS.find((step) => (others[into + step] ?? 0) > 0) ?? 0;
    addTo(result, into + by, n);
  });
  return result;
}

type Cell = readonly [a: number, b: number];

/** A count of fewer calls is no normal variable. */
const MIN_CALLS_PER_CELL = 20;

function levelsOf(a: Counts, b: Counts): Difference[] {
  const cells: Cell[] = [];
  let [callsA, callsB] = [0, 0];
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++) {
    callsA += a[bucket] ?? 0;
    callsB += b[bucket] ?? 0;
    if (callsA + callsB < MIN_CALLS_PER_CELL) continue;
    cells.push([callsA, callsB]);
    [callsA, callsB] = [0, 0];
  }
  return Array.from({ length: LEVELS }, (_, level) => differenceOf(inGroupsOf(2 ** level, cells)));
}

function inGroupsOf(size: number, cells: readonly Cell[]): Cell[] {
  return Array.from({ length: Math.ceil(cells.length / size) }, (_, i): Cell => {
    const group = cells.slice(i * size, (i + 1) * size);
    return [sum(group.map(([a]) => a)), sum(group.map(([, b]) => b))];
  });
}

const MIN_CELLS = 3;
const NOTHING: Difference = { squares: 0, count: 0 };

/** Chi-square of two samples. How many times as many calls the second has is the middle cell's to say: some may be made up. */
function differenceOf(cells: readonly Cell[]): Difference {
  if (cells.length < MIN_CELLS) return NOTHING;
  const times = middleRatio(cells);
  const count = cells.length - 1;
  if (!Number.isFinite(times) || times <= 0) return { squares: count * MAX_SQUARE, count };
  const squares = cells.map(([a, b]) => Math.min(MAX_SQUARE, (b - times * a) ** 2 / (times * (a + b))));
  return { squares: sum(squares), count };
}

/** The median over calls of how many of the second there are per one of the first. */
function middleRatio(cells: readonly Cell[]): number {
  const ratios = cells.map(([a, b]) => ({ ratio: b / a, calls: a + b })).toSorted((x, y) => x.ratio - y.ratio);
  let callsLeft = sum(ratios.map(({ calls }) => calls)) / 2;
  return ratios.find(({ calls }) => (callsLeft -= calls) <= 0)?.ratio ?? 1;
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
