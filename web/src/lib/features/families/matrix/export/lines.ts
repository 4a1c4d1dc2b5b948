import { rowName, rowSlug, type Direction, type JobResult } from '@opfsmark/schema/documents';
import {
  burstBytes,
  driveFigureOf,
  readsOnce,
  sourceInRecord,
  verdictInRecord,
  type FamilyRecord,
  type ScoreKind,
} from '@opfsmark/schema/families';
import {
  bytesPerSecond,
  depthMark,
  headlineFigure,
  iops,
  latency,
  latencyPasses,
  leadingFigure,
  memoryMark,
  type CacheVerdict,
  type JobFigure,
  type Latency,
  type Source,
  type Summary,
} from '@opfsmark/schema/figures';
import { latencySide } from '$lib/base/figures/figure.ts';

/** A write figure means nothing without how it was flushed. */
const FIGURE_NAMES: Readonly<Record<JobFigure, string>> = {
  throughput: 'read',
  write_flush: 'write, flushed once at the end',
  buffered: 'write, buffered',
  flush_each: 'write, flushed each time',
};

export const SCORE_NAMES: Readonly<Record<ScoreKind, string>> = { drive: 'drive', app_feel: 'app feel' };

/** One measured figure of one test, as every export needs it. */
export interface Line {
  readonly job: JobResult;
  readonly name: string;
  readonly direction: Direction;
  /** "read", "drive read", "memory read", "write", "mix". */
  readonly what: string;
  readonly figure: JobFigure;
  /** Too little was written to see what comes after a drive's own cache. */
  readonly isBurst: boolean;
  readonly bytesPerS: Summary;
  readonly iops: Summary;
  readonly latency: Latency | null;
  readonly verdict: CacheVerdict | null;
  readonly source: Source | null;
}

const FIGURES: Record<Direction, readonly JobFigure[]> = {
  read: ['throughput'],
  mix: ['throughput'],
  write: ['write_flush', 'buffered', 'flush_each'],
};

export function linesOf(record: FamilyRecord<'matrix'>): Line[] {
  const { plan, result } = record;
  const isBurst = burstBytes(plan) !== null;
  // Where the row has a read from memory of its own, a drive's is left out unless the drive was read.
  const shown = result.jobs.filter(
    (job) =>
      job.reads !== 'drive' || readsOnce(plan) || driveFigureOf(job, verdictInRecord(record, job)).kind === 'whole',
  );
  return shown.flatMap((job) =>
    FIGURES[job.direction].flatMap((figure) => {
      const rate = bytesPerSecond(job, figure);
      const operations = iops(job, figure);
      if (!rate || !operations) return [];
      return [
        {
          job,
          name: rowName(job.row),
          direction: job.direction,
          what: job.reads ? `${job.reads} ${job.direction}` : job.direction,
          figure,
          isBurst: isBurst && figure === 'write_flush',
          bytesPerS: rate,
          iops: operations,
          latency: latency(latencyPasses(job, figure), latencySide(job.direction)),
          verdict: verdictInRecord(record, job),
          source: sourceInRecord(record, job, figure),
        },
      ];
    }),
  );
}

/** " (23.1 of 32 in flight)" where a figure's depth is not what its name says, else nothing. */
export function depthNote({ job, figure }: Pick<Line, 'job' | 'figure'>): string {
  const mark = depthMark(job, figure);
  return mark === null ? '' : ` (${mark})`;
}

/** Those that the grid shows large. */
export function headlinesOf(record: FamilyRecord<'matrix'>): Line[] {
  return linesOf(record).filter(({ job, figure }) => figure === leadingFigure(job));
}

/** Those, and after writes that were flushed each time the same flushed once at the end. */
export function tableLinesOf(record: FamilyRecord<'matrix'>): Line[] {
  const lines = linesOf(record);
  return headlinesOf(record).flatMap((line) => {
    const headline = headlineFigure(line.direction);
    if (line.figure === headline) return [line];
    return [line, ...lines.filter(({ job, figure }) => job === line.job && figure === headline)];
  });
}

export function figureName({
  direction,
  figure,
  isBurst,
  what,
}: Pick<Line, 'direction' | 'figure' | 'isBurst' | 'what'>): string {
  if (isBurst) return 'write burst, flushed once at the end';
  return direction === 'write' ? FIGURE_NAMES[figure] : what;
}

/** "drive", "from memory", "partly from memory, 38 %", "flush did nothing": in English, because files are read by others and by programs. */
export function sourceWord({ source, verdict, job }: Pick<Line, 'source' | 'verdict' | 'job'>): string {
  if (source === null) return '';
  const word = memoryMark({ read_from: source, id: `${rowSlug(job.row)} ${job.direction}` }) ?? 'drive';
  const share = verdict?.verdict === 'mixed' ? verdict.share_from_memory : null;
  return share === null ? word : `${word}, ${(100 * share).toFixed(0)} %`;
}
