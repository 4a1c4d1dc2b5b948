import type { RunItem } from '@opfsmark/schema/api';
import type { MetricId } from '@opfsmark/schema/boards';
import { median } from '@opfsmark/schema/documents';

interface CrossCell {
  readonly value: number;
  readonly runs: number;
}

interface CrossTable {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (CrossCell | null)[] }[];
}

/** Medians of one figure over two properties of the runs; the most frequent first in both directions. */
export function crossTable(
  runs: readonly RunItem[],
  metric: MetricId,
  rowOf: (run: RunItem) => string | null,
  columnOf: (run: RunItem) => string | null,
): CrossTable {
  const values = new Map<string, Map<string, number[]>>();
  const [rowCounts, columnCounts] = [new Map<string, number>(), new Map<string, number>()];
  for (const run of runs) {
    const [row, column, value] = [rowOf(run), columnOf(run), run.metrics[metric]];
    if (row === null || column === null || value === undefined) continue;
    rowCounts.set(row, (rowCounts.get(row) ?? 0) + 1);
    columnCounts.set(column, (columnCounts.get(column) ?? 0) + 1);
    const own = values.get(row) ?? new Map<string, number[]>();
    own.set(column, [...(own.get(column) ?? []), value]);
    values.set(row, own);
  }
  const byCount = (counts: ReadonlyMap<string, number>) =>
    [...counts].toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b)).map(([name]) => name);
  const columns = byCount(columnCounts);
  const rows = byCount(rowCounts).map((name) => ({
    name,
    cells: columns.map((column) => {
      const own = values.get(name)?.get(column) ?? [];
      return own.length === 0 ? null : { value: median(own), runs: own.length };
    }),
  }));
  return { columns, rows };
}
