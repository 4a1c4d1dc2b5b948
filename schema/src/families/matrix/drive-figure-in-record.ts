import type { JobResult } from '../../documents/pass.ts';
import type { RecordOf } from '../family.ts';
import { driveFigureOf, type DriveFigure } from './drive-figure.ts';
import type { MatrixPlan } from './plan-schema.ts';
import type { MatrixResult } from './result-schema.ts';
import { verdictInRecord } from './verdict.ts';

/** The one answer to what may be shown of a read job as the drive's, for every page, picture, export and board. */
export function driveFigure(record: RecordOf<MatrixPlan, MatrixResult>, job: JobResult): DriveFigure {
  return driveFigureOf(job, job.direction === 'read' ? verdictInRecord(record, job) : null);
}
