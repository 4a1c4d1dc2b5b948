import { intervalOf, isTie, type Measured } from '../../figures/loops.ts';
import { median, sum } from '../../documents/stats.ts';
import type { ContenderId } from './contender-ids.ts';
import type { AppStorageCell, AppStorageResult, AppStorageRow } from './schema.ts';
import type { WorkloadId } from './workloads.ts';

/** One cell as people read it. */
export interface CellFigure {
  readonly contender: ContenderId;
  /** Nanoseconds per operation: the median of the loops and its interval. */
  readonly perOpNs: Measured;
  /** Share of the time inside storage calls, 0..1; `null` where they cannot be counted. */
  readonly storageShare: number | null;
}

export function cellOf(row: AppStorageRow, workload: WorkloadId): AppStorageCell | undefined {
  return row.cells.find((cell) => cell.workload === workload);
}

export function cellFigure(row: AppStorageRow, workload: WorkloadId): CellFigure | null {
  const cell = cellOf(row, workload);
  if (!cell || cell.ops === 0 || cell.elapsed_ns.length === 0) return null;
  const shares = cell.storage_ns.map((ns, loop) => Math.min(1, ns / (cell.elapsed_ns[loop] ?? Number.NaN)));
  return {
    contender: row.contender,
    perOpNs: intervalOf(cell.elapsed_ns.map((ns) => ns / cell.ops)),
    storageShare: shares.length > 0 && shares.every(Number.isFinite) ? median(shares) : null,
  };
}

export const totalNs = (cell: AppStorageCell) => sum(cell.elapsed_ns);

/** Rows that ran to their end: the others are shown and not compared. */
export const finishedRows = ({ rows }: AppStorageResult) => rows.filter(({ status }) => status === 'done');

/**
 * The place of each figure among the others: 1 for the fastest and for all whose interval overlaps with its own; then 1
 * more than the number of those that are clearly faster.
 */
export function placesOf(figures: readonly Pick<CellFigure, 'perOpNs'>[]): number[] {
  const best = figures.toSorted((a, b) => a.perOpNs.value - b.perOpNs.value)[0];
  return figures.map(({ perOpNs }) => {
    if (best && isTie(perOpNs, best.perOpNs)) return 1;
    return 1 + figures.filter((other) => other.perOpNs.high < perOpNs.low).length;
  });
}
