import { rowName, workersOf, type Direction, type JobResult, type Row } from '@opfsmark/schema/documents';
import type { MatrixPlan } from '@opfsmark/schema/families';

export interface GridRow {
  readonly row: Row;
  readonly workers: number;
  /** One per direction of the plan; `null` where nothing was measured yet. */
  readonly cells: readonly { readonly direction: Direction; readonly job: JobResult | null }[];
}

/** The plan's rows with what was measured for each. Matched by name, because a stopped run has fewer jobs. */
export function gridRows(plan: MatrixPlan, jobs: readonly JobResult[]): GridRow[] {
  const byName = new Map(jobs.map((job) => [`${rowName(job.row)} ${job.direction}`, job]));
  return plan.rows.map((row) => {
    const cells = plan.directions.map((direction) => ({
      direction,
      job: byName.get(`${rowName(row)} ${direction}`) ?? null,
    }));
    return { row, workers: cells.find(({ job }) => job)?.job?.workers ?? workersOf(row), cells };
  });
}
