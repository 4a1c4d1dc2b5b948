import { median } from '../../documents/stats.ts';

/** No segment is shorter; a dip of fewer rounds is an outlier and not a level. */
export const MIN_SEGMENT = 5;
/** Multiple of ln n that a change must save. */
const PENALTY = 2.5;
/** Inside a segment that was found: stricter, because there are many of them and each is another chance for an alarm. */
const INNER_PENALTY = 3;

/**
 * Where a series changes its level: indices at which a new one begins, ascending; empty where nothing changes.
 *
 * PELT (Killick, Fearnhead & Eckley, "Optimal detection of changepoints with a linear computational cost", JASA 2012)
 * finds the segmentation with the smallest sum of costs plus a penalty for every change. The cost is the squared
 * distance from the segment's mean, taken not of the values but of their ranks (scaled to variance 1): the test behind
 * it is that of Wilcoxon, Mann and Whitney. So one enormous value weighs no more than the largest rank, and under "no
 * change" the ranks are a random order of the same numbers whatever the noise: the share of false alarms depends on the
 * length only, not on the distribution. The penalty has the form of the Schwarz criterion (Yao, "Estimating the number
 * of change-points via Schwarz' criterion", 1988), a multiple of ln n; the multiple was set by simulation, see the
 * test. Noise that is not independent from round to round is not covered by that promise.
 */
export function changePoints(values: readonly number[]): number[] {
  const starts = search(values, 0, PENALTY);
  return sharpen(values, sharpen(values, starts));
}

/** Ranks over all levels flatten what lies between two of them, so every segment is searched again by its own ranks. */
function search(values: readonly number[], offset: number, penalty: number): number[] {
  const n = values.length;
  if (n < 2 * MIN_SEGMENT) return [];
  const ranks = scaledRanks(values);
  const starts = ranks ? pelt(ranks, penalty * Math.log(n)) : [];
  if (starts.length === 0) return [];
  return [0, ...starts].flatMap((from, index) => {
    const innerStarts = search(values.slice(from, starts[index] ?? n), offset + from, INNER_PENALTY);
    return from === 0 ? innerStarts : [offset + from, ...innerStarts];
  });
}

/**
 * Ranks say that there is a change better than where it is. Each one is moved, between its neighbours, to where the sum
 * of absolute distances from the medians of both sides is least: as robust, and in the values' own scale.
 */
function sharpen(values: readonly number[], starts: readonly number[]): number[] {
  const movedStarts: number[] = [];
  starts.forEach((start, index) => {
    const from = movedStarts.at(-1) ?? 0;
    const to = starts[index + 1] ?? values.length;
    const before = median(values.slice(from, start));
    const after = median(values.slice(start, to));
    let bestStart = start;
    let leastCost = 0;
    for (const step of [1, -1]) {
      // Cost relative to staying at `start`: a value that changes sides pays its distance from the other median.
      let cost = 0;
      for (let at = start; step > 0 ? at < to - MIN_SEGMENT : at > from + MIN_SEGMENT; at += step) {
        const value = values[step > 0 ? at : at - 1] ?? 0;
        cost += step * (Math.abs(value - before) - Math.abs(value - after));
        if (cost < leastCost) [bestStart, leastCost] = [at + step, cost];
      }
    }
    movedStarts.push(bestStart);
  });
  return movedStarts;
}

/** Ranks with mean 0 and variance 1, equal values sharing their mean rank; `null` where all are equal. */
function scaledRanks(values: readonly number[]): number[] | null {
  const n = values.length;
  const order = values.map((value, index) => ({ value, index })).toSorted((a, b) => a.value - b.value);
  const ranks = new Array<number>(n).fill(0);
  for (let from = 0; from < n;) {
    let to = from;
    while (to + 1 < n && order[to + 1]?.value === order[from]?.value) to++;
    for (const { index } of order.slice(from, to + 1)) ranks[index] = (from + to - n + 1) / 2;
    from = to + 1;
  }
  const deviation = Math.sqrt(ranks.reduce((total, rank) => total + rank * rank, 0) / n);
  return deviation === 0 ? null : ranks.map((rank) => rank / deviation);
}

function pelt(ranks: readonly number[], penalty: number): number[] {
  const n = ranks.length;
  const sums = [0];
  const squares = [0];
  for (const rank of ranks) {
    sums.push((sums.at(-1) ?? 0) + rank);
    squares.push((squares.at(-1) ?? 0) + rank * rank);
  }
  const sumBetween = (list: readonly number[], from: number, to: number) => (list[to] ?? 0) - (list[from] ?? 0);
  const cost = (from: number, to: number) =>
    sumBetween(squares, from, to) - sumBetween(sums, from, to) ** 2 / (to - from);

  /** Least cost of the first t values, and where the last segment of that segmentation begins. */
  const bestCosts = new Array<number>(n + 1).fill(Number.POSITIVE_INFINITY);
  const lastStarts = new Array<number>(n + 1).fill(0);
  bestCosts[0] = -penalty;
  let candidates = [0];
  for (let t = MIN_SEGMENT; t <= n; t++) {
    const paths = candidates.map((from) => ({ from, total: (bestCosts[from] ?? 0) + cost(from, t) }));
    const bestPath = paths.reduce((a, b) => (b.total < a.total ? b : a));
    bestCosts[t] = bestPath.total + penalty;
    lastStarts[t] = bestPath.from;
    // A path that costs more than the best already, without its own penalty, never begins a last segment again.
    candidates = paths.filter(({ total }) => total <= (bestCosts[t] ?? 0)).map(({ from }) => from);
    const nextStart = t + 1 - MIN_SEGMENT;
    if (nextStart >= MIN_SEGMENT) candidates.push(nextStart);
  }

  const changes: number[] = [];
  for (let t = lastStarts[n] ?? 0; t > 0; t = lastStarts[t] ?? 0) changes.unshift(t);
  return changes;
}
