import type { DerivedJob } from '@opfsmark/schema/families';
import { headlineFigure } from '@opfsmark/schema/figures';

/** A number with at least three digits: "3,551", "84.2". */
export function shortNumber(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A job's headline figure in MB/s; `null` where nothing was finished. */
function megabytesPerSecond(job: DerivedJob | undefined): number | null {
  if (!job) return null;
  const figure = job.figures.find((f) => f.figure === headlineFigure(job.direction));
  return figure ? figure.bytes_per_s.median / 1e6 : null;
}

export interface GridRow {
  /** "SEQ1M Q8T1" */
  readonly name: string;
  readonly read: number | null;
  readonly write: number | null;
}

/** The result grid: one line per row of the plan. */
export function gridOf(jobs: readonly DerivedJob[]): GridRow[] {
  return [...Map.groupBy(jobs, (job) => job.slug).values()].map((own) => ({
    name: own[0]?.name ?? '',
    read: megabytesPerSecond(own.find((job) => job.direction === 'read')),
    write: megabytesPerSecond(own.find((job) => job.direction === 'write')),
  }));
}
