import { KIB, MIB, rowSlug, workersOf, type JobResult, type Row } from '../../documents/index.ts';
import { iops, leadingFigure } from '../../figures/index.ts';
import { gradeLong, gradeOpen, gradeStore, type VerdictId } from '../grades.ts';

/** The row that stands for opening files and for saving: 4 KiB at random places, one call at a time. */
export function smallRowOf(rows: readonly Row[]): string | null {
  const row = rows.find(
    ({ pattern, block_bytes, queues, threads }) =>
      pattern === 'random' && block_bytes === 4 * KIB && queues * threads === 1,
  );
  return row ? rowSlug(row) : null;
}

/** The row that stands for moving large files: sequential, in large blocks, with the most calls at once. */
export function largeRowOf(rows: readonly Row[]): string | null {
  const large = rows.filter(({ pattern, block_bytes }) => pattern === 'sequential' && block_bytes >= MIB);
  const row = large.toSorted((a, b) => workersOf(b) - workersOf(a))[0];
  return row ? rowSlug(row) : null;
}

/** Large calls by their speed, small reads by their time, small writes by how many are saved. */
export function verdictOfRow(job: JobResult, mbPerS: number): VerdictId | null {
  if (job.row.pattern === 'sequential') return `long_${gradeLong(mbPerS)}`;
  const perS = iops(job, leadingFigure(job))?.median;
  if (!perS) return null;
  return job.direction === 'read' ? `open_${gradeOpen(1e9 / perS)}` : `store_${gradeStore(perS)}`;
}
