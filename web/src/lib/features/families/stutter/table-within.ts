import { msBinOf, type TableRow } from '@opfsmark/schema/families';

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
  const reached = Math.max(0, ...counts.keys());
  if (reached > 0 && reached < last) {
    counts.set(last, 1);
    const left = (counts.get(reached) ?? 1) - 1;
    if (left === 0) counts.delete(reached);
    else counts.set(reached, left);
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
