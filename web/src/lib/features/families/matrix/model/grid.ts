import type { Live } from '@opfsmark/core';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Unit } from '$lib/base/format/units.ts';
import { type Direction, type JobResult, type Reads, type Row, rowName, workersOf } from '@opfsmark/schema/documents';
import { jobsOf } from '@opfsmark/schema/families/matrix/jobs';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';

/** The value of this moment, in the unit of the grid. */
export function liveValue(live: Live, unit: Unit): number {
  switch (unit) {
    case 'mbs':
      return (live.readBytesPerS + live.writeBytesPerS) / 1e6;
    case 'gbs':
      return (live.readBytesPerS + live.writeBytesPerS) / 1e9;
    case 'iops':
      return live.readOpsPerS + live.writeOpsPerS;
    case 'us':
      return live.awaitNs / 1e3;
    default:
      return assertNever(unit);
  }
}

/** A column of the grid: what is done, and where a read is to come from. */
export interface GridColumn {
  readonly key: string;
  readonly direction: Direction;
  readonly reads: Reads | null;
}

interface GridRow {
  readonly row: Row;
  readonly workers: number;
  /** One per column; `null` where nothing was measured yet. */
  readonly cells: readonly (GridColumn & { readonly job: JobResult | null })[];
}

/** The drive's first, then in the order in which they are measured. */
export function gridColumns(plan: MatrixPlan): GridColumn[] {
  const columns = jobsOf(plan).map(({ direction, reads = null }) => ({
    key: `${direction} ${reads}`,
    direction,
    reads,
  }));
  const isOfDrive = ({ reads }: GridColumn) => Number(reads === 'drive');
  const once = [...new Map(columns.map((column) => [column.key, column])).values()];
  return once.toSorted((a, b) => isOfDrive(b) - isOfDrive(a));
}

/** The plan's rows with what was measured for each. Matched by name, because a stopped run has fewer jobs. */
export function gridRows(plan: MatrixPlan, jobs: readonly JobResult[]): GridRow[] {
  const cellName = (row: Row, direction: Direction, reads: Reads | null | undefined) =>
    `${rowName(row)} ${direction} ${reads ?? ''}`;
  const byName = new Map(jobs.map((job) => [cellName(job.row, job.direction, job.reads), job]));
  const columns = gridColumns(plan);
  return plan.rows.map((row) => {
    const cells = columns.map((column) => ({
      ...column,
      job: byName.get(cellName(row, column.direction, column.reads)) ?? null,
    }));
    return { row, workers: cells.find(({ job }) => job)?.job?.workers ?? workersOf(row), cells };
  });
}
