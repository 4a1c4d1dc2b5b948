import { estimatedMedian, isDifferent } from '@opfsmark/schema/boards';

/** A side of a change has at least so many runs: one may be anything. */
const MIN_RUNS = 2;
/** The time before is told by the last of its runs. */
const RUNS_BEFORE = 5;

/**
 * By how many times the later values of a series are larger than the earlier ones; 1 where they cannot be told apart, by the
 * test of leaderboards and by ranges that touch; `null` where there are too few on a side.
 */
export function changeAt(values: readonly number[], index: number): number | null {
  const [earlier, later] = [values.slice(Math.max(0, index - RUNS_BEFORE), index), values.slice(index)];
  if (earlier.length < MIN_RUNS || later.length < MIN_RUNS) return null;
  const [before, after] = [estimatedMedian(earlier), estimatedMedian(later)];
  const isApart = Math.max(...earlier) < Math.min(...later) || Math.max(...later) < Math.min(...earlier);
  return isApart && isDifferent(before, after) ? after.value / before.value : 1;
}

/** Where a series has changed most; `null` where it has nowhere changed clearly. */
export function changeIn(values: readonly number[]): { readonly index: number; readonly ratio: number } | null {
  const changes = values.map((_, index) => ({ index, ratio: changeAt(values, index) ?? 1 }));
  const size = ({ ratio }: { readonly ratio: number }) => Math.abs(Math.log(ratio));
  const largest = changes.toSorted((a, b) => size(b) - size(a))[0];
  return largest && largest.ratio !== 1 ? largest : null;
}
