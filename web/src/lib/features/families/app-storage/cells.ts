import { cellFigure, placesOf, type CellFigure } from '@opfsmark/schema/families/app-storage/figures';
import { CONTENDERS } from '@opfsmark/schema/families/app-storage/contender-ids';
import { classOf, COMMIT_CLASSES, isRanked, type CommitClass } from '@opfsmark/schema/families/app-storage/contenders';
import { WORKLOAD_IDS, type WorkloadId } from '@opfsmark/schema/families/app-storage/plan';
import type { AppStorageResult, AppStorageRow } from '@opfsmark/schema/families/app-storage/schema';

/** A cell of the table of a class; `place` is `null` for what has none: it keeps half a transaction, or did not finish. */
export interface PlacedCell {
  readonly workload: WorkloadId;
  readonly figure: CellFigure | null;
  readonly place: number | null;
  readonly isTie: boolean;
}

interface PlacedRow {
  readonly row: AppStorageRow;
  readonly isFloor: boolean;
  readonly cells: readonly PlacedCell[];
}

const isPlaced = (row: AppStorageRow) => row.status === 'done' && isRanked(row.contender);

function placesIn(rows: readonly AppStorageRow[], workload: WorkloadId): Map<string, number> {
  const figures = rows.filter(isPlaced).flatMap((row) => cellFigure(row, workload) ?? []);
  const places = placesOf(figures);
  return new Map(figures.map(({ contender }, index) => [contender, places[index] ?? 0]));
}

/** The rows of a class that have something to show, with the place of each cell among the ranked ones. */
export function placedRows(result: AppStorageResult, of: CommitClass): PlacedRow[] {
  const rows = result.rows.filter(({ contender, cells }) => cells.length > 0 && classOf(contender) === of);
  const places = new Map(WORKLOAD_IDS.map((workload) => [workload, placesIn(rows, workload)]));
  return rows.map((row) => ({
    row,
    isFloor: !CONTENDERS[row.contender].atomic,
    cells: WORKLOAD_IDS.map((workload) => {
      const among = places.get(workload);
      const place = among?.get(row.contender) ?? null;
      const isTie = [...(among?.values() ?? [])].filter((other) => other === place).length > 1;
      return { workload, figure: cellFigure(row, workload), place, isTie };
    }),
  }));
}

/** Classes in which something was measured, the one that promises most first. */
export const classesIn = (result: AppStorageResult) => COMMIT_CLASSES.filter((of) => placedRows(result, of).length > 0);
