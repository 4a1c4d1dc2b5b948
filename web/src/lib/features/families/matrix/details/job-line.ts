import { rowShortName, type JobResult } from '@opfsmark/schema/documents';
import type { JobFigure } from '@opfsmark/schema/figures';

/** A figure of a job, with a text for each head. */
export interface JobLine {
  readonly job: JobResult;
  readonly figure: JobFigure;
  readonly cells: readonly string[];
}

export interface Head {
  readonly name: string;
  /** What it is, where the name does not say it. */
  readonly says?: string;
}

export const keyOf = ({ job, figure }: JobLine): string =>
  `${rowShortName(job.row)} ${job.direction} ${job.reads ?? ''} ${figure}`;
