import { KIB, rowName, type Direction, type JobResult } from '@opfsmark/schema/documents';
import type { FamilyRecord } from '@opfsmark/schema/families';
import {
  bytesPerSecond,
  headlineFigure,
  iops,
  latency,
  latencyPasses,
  memoryMark,
  type CacheVerdict,
  type JobFigure,
  type Latency,
  type Summary,
} from '@opfsmark/schema/figures';
import { latencySide } from '$lib/base/figures/figure.ts';
import { verdictOfRecord } from '../model/verdict.ts';

/** What each figure is called: a write is nothing without how it was flushed. */
const FIGURE_NAMES: Readonly<Record<JobFigure, string>> = {
  throughput: 'read',
  write_flush: 'write, flushed once at the end',
  buffered: 'write, buffered',
  flush_each: 'write, saved one by one',
};

/** Up to here a write is one of those that databases and documents make. */
const SMALL_BLOCK_BYTES = 64 * KIB;

/** One measured figure of one test, as every export needs it. */
export interface Line {
  readonly job: JobResult;
  readonly name: string;
  readonly direction: Direction;
  readonly figure: JobFigure;
  readonly bytesPerS: Summary;
  readonly iops: Summary;
  readonly latency: Latency | null;
  readonly verdict: CacheVerdict | null;
}

const FIGURES: Record<Direction, readonly JobFigure[]> = {
  read: ['throughput'],
  mix: ['throughput'],
  write: ['write_flush', 'buffered', 'flush_each'],
};

export function linesOf(record: FamilyRecord<'matrix'>): Line[] {
  return record.result.jobs.flatMap((job) =>
    FIGURES[job.direction].flatMap((figure) => {
      const rate = bytesPerSecond(job, figure);
      const operations = iops(job, figure);
      if (!rate || !operations) return [];
      return [
        {
          job,
          name: rowName(job.row),
          direction: job.direction,
          figure,
          bytesPerS: rate,
          iops: operations,
          latency: latency(latencyPasses(job, figure), latencySide(job.direction)),
          verdict: verdictOfRecord(record, job),
        },
      ];
    }),
  );
}

/** Those that the grid shows large. */
export function headlinesOf(record: FamilyRecord<'matrix'>): Line[] {
  return linesOf(record).filter(({ direction, figure }) => figure === headlineFigure(direction));
}

/** Those, and of small blocks first what a database feels: every write saved by itself. */
export function tableLinesOf(record: FamilyRecord<'matrix'>): Line[] {
  const lines = linesOf(record);
  return headlinesOf(record).flatMap((line) => {
    const isSmall = line.figure === 'write_flush' && line.job.row.block_bytes <= SMALL_BLOCK_BYTES;
    const saved = lines.find(({ job, figure }) => job === line.job && figure === 'flush_each');
    return isSmall && saved ? [saved, line] : [line];
  });
}

export function figureName({ direction, figure }: Pick<Line, 'direction' | 'figure'>): string {
  return direction === 'mix' ? 'mix' : FIGURE_NAMES[figure];
}

/** "drive", "from memory", "partly from memory, 38 %": in English, because files are read by others and by programs. */
export function verdictWord(verdict: CacheVerdict | null): string {
  if (!verdict) return '';
  const { share_from_memory: share } = verdict;
  const word = memoryMark({ read_from: verdict.verdict }) ?? 'drive';
  return verdict.verdict === 'mixed' && share !== null ? `${word}, ${(100 * share).toFixed(0)} %` : word;
}
