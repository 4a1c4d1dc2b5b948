import type { JobResult } from '../../documents/pass.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { driveReadOf } from '../../figures/row-reads.ts';
import type { RecordOf } from '../family.ts';
import { driveFigureOf, type DriveFigure } from './drive-figure.ts';
import type { MatrixPlan } from './plan-schema.ts';
import type { MatrixResult } from './result-schema.ts';
import { verdictInRecord } from './verdict.ts';

type MatrixRecord = RecordOf<MatrixPlan, MatrixResult>;

/** Of each row the read that may speak for the drive, in the order of the jobs. */
export function driveReads({ result }: MatrixRecord): JobResult[] {
  const reads = result.jobs.filter(({ direction }) => direction === 'read');
  const rows = new Set(reads.map(({ row }) => rowSlug(row)));
  return [...rows].flatMap((slug) => driveReadOf(reads.filter(({ row }) => rowSlug(row) === slug)) ?? []);
}

/** The one answer to what may be shown of a read job as the drive's, for every page, picture, export and board. */
export function driveFigure(record: MatrixRecord, job: JobResult): DriveFigure {
  const verdict = job.direction === 'read' ? verdictInRecord(record, job) : null;
  const figure = driveFigureOf(job, verdict);
  if (figure.kind === 'none' || job.reads !== 'memory' || driveReads(record).includes(job)) return figure;
  return { kind: 'none', verdict, reason: 'from_memory' };
}
