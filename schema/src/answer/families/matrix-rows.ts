import { KIB, MIB, rowSlug, workersOf, type JobResult, type Row } from '../../documents/index.ts';
import { iops, isTie, leadingFigure } from '../../figures/index.ts';
import { isMeasured, type Mark, type VerdictId } from '../answer.ts';
import { gradeLong, gradeOpen, gradeStore } from '../grades.ts';

/** The row that stands for opening files and for saving: 4 KiB at random places, one call at a time. */
export function smallRowOf(rows: readonly Row[]): string | null {
  const row = rows.find(
    ({ pattern, block_bytes, queues, threads }) =>
      pattern === 'random' && block_bytes === 4 * KIB && queues * threads === 1,
  );
  return row ? rowSlug(row) : null;
}

/** The rows that may stand for moving large files: sequential, in large blocks, with the most calls at once first. */
export function largeRowsOf(rows: readonly Row[]): Row[] {
  const large = rows.filter(({ pattern, block_bytes }) => pattern === 'sequential' && block_bytes >= MIB);
  return large.toSorted((a, b) => workersOf(b) - workersOf(a));
}

export interface MarkOfRow {
  readonly row: Row;
  readonly mark: Mark;
}

/** Of several rows the fastest stands on the ruler, with its name; where none was measured, the first row says why. */
export function fastestMark(marks: readonly MarkOfRow[]): Mark | undefined {
  const measured = marks.flatMap(({ row, mark }) => (isMeasured(mark) ? [{ row, mark }] : []));
  const [first, ...others] = measured.toSorted((a, b) => b.mark.value - a.mark.value);
  if (!first || marks.length === 1) return marks[0]?.mark;
  const { row, mark } = first;
  const slower = others.find((own) => workersOf(own.row) > workersOf(row) && !isTie(own.mark, mark));
  return { ...mark, row, ...(slower && { slower: { row: slower.row, value: slower.mark.value } }) };
}

/** Large calls by their speed, small reads by their time, small writes by how many are saved. */
export function verdictOfRow(job: JobResult, mbPerS: number): VerdictId | null {
  if (job.row.pattern === 'sequential') return `long_${gradeLong(mbPerS)}`;
  const perS = iops(job, leadingFigure(job))?.median;
  if (!perS) return null;
  return job.direction === 'read' ? `open_${gradeOpen(1e9 / perS)}` : `store_${gradeStore(perS)}`;
}
