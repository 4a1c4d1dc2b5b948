import { msBinOf, type TableRow } from '@opfsmark/schema/families/stutter/figures';
import type { PlanOf } from '@opfsmark/schema/families';

type Side = 'reads' | 'writes';

/** Counts of one side by row. A bucket's middle may lie beyond the longest call, or short of it: that one is exact. */
function countsWithin(table: readonly TableRow[], side: Side, longestNs: number): Map<number, number> {
  const counts = new Map<number, number>();
  const last = msBinOf(longestNs);
  for (const row of table) {
    if (row[side] === 0) continue;
    const ms = Math.min(row.ms, last);
    counts.set(ms, (counts.get(ms) ?? 0) + row[side]);
  }
  const reachedMs = Math.max(0, ...counts.keys());
  if (reachedMs > 0 && reachedMs < last) {
    counts.set(last, 1);
    const remainingCount = (counts.get(reachedMs) ?? 1) - 1;
    if (remainingCount === 0) counts.delete(reachedMs);
    else counts.set(reachedMs, remainingCount);
  }
  return counts;
}

/** The table of calls by milliseconds, whose last rows are those of the longest read and the longest write. */
export function tableWithin(
  table: readonly TableRow[],
  longest: { readonly read: number; readonly write: number },
): TableRow[] {
  const reads = countsWithin(table, 'reads', longest.read);
  const writes = countsWithin(table, 'writes', longest.write);
  const rows = [...new Set([...reads.keys(), ...writes.keys()])].toSorted((a, b) => a - b);
  return rows.map((ms) => ({ ms, reads: reads.get(ms) ?? 0, writes: writes.get(ms) ?? 0 }));
}

/** Its parameter in the address. Of the view alone: the plan's own is another, and another plan is another test. */
export const STALL = 'stall';
/** The range of a person's choice, as a plan's. */
export const THRESHOLD_MS = { min: 1, max: 10_000 };

/** From when on a call is a stall: the address says it, else the plan. */
export function thresholdOf({ searchParams }: URL, plan: PlanOf<'stutter'>): number {
  const requestedMs = Number(searchParams.get(STALL));
  const { min, max } = THRESHOLD_MS;
  return Number.isInteger(requestedMs) && requestedMs >= min && requestedMs <= max ? requestedMs : plan.threshold_ms;
}
