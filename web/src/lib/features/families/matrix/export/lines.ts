import { rowName, type Direction, type JobResult } from '@opfsmark/schema/documents';
import { readsOnce, type FamilyRecord, type ScoreKind } from '@opfsmark/schema/families';
import {
  bytesPerSecond,
  headlineFigure,
  iops,
  latency,
  latencyPasses,
  type CacheVerdict,
  type JobFigure,
  type Latency,
  type Summary,
  type Verdict,
} from '@opfsmark/schema/figures';
import { latencySide } from '$lib/base/figures/figure.ts';
import { driveFigureOf, verdictOf } from '../model/verdict.ts';

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  drive: 'drive',
  mixed: 'partly from memory',
  cached: 'from memory',
  unknown: 'memory or drive',
};

export const SCORE_NAMES: Readonly<Record<ScoreKind, string>> = { drive: 'drive score', app_feel: 'app feel score' };

/** One measured figure of one test, as every export needs it. */
export interface Line {
  readonly job: JobResult;
  readonly name: string;
  readonly direction: Direction;
  /** "read", "drive read", "memory read", "write", "mix". */
  readonly what: string;
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

export function linesOf({ result, environment, plan }: FamilyRecord<'matrix'>): Line[] {
  // Where the row has a read from memory of its own, a drive's is left out unless the drive was read.
  const shown = result.jobs.filter(
    (job) =>
      job.reads !== 'drive' ||
      readsOnce(plan) ||
      driveFigureOf(job, result.floors, environment.clock_step_ns).kind === 'whole',
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
          bytesPerS: rate,
          iops: operations,
          latency: latency(latencyPasses(job, figure), latencySide(job.direction)),
          verdict: verdictOf(job, result.floors, environment.clock_step_ns),
        },
      ];
    }),
  );
}

/** Those that the grid shows large. */
export function headlinesOf(record: FamilyRecord<'matrix'>): Line[] {
  return linesOf(record).filter(({ direction, figure }) => figure === headlineFigure(direction));
}

/** "drive", "from memory", "mixed, 38 % from memory": in English, because files are read by others and by programs. */
export function verdictWord(verdict: CacheVerdict | null): string {
  if (!verdict) return '';
  const { share_from_memory: share } = verdict;
  const word = VERDICT_WORDS[verdict.verdict];
  return verdict.verdict === 'mixed' && share !== null ? `${word}, ${(100 * share).toFixed(0)} %` : word;
}
