import { rowName, type Direction, type JobResult } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import {
  bytesPerSecond,
  headlineFigure,
  iops,
  latency,
  latencyPasses,
  type CacheVerdict,
  type Figure,
  type Latency,
  type Summary,
} from '@opfsmark/schema/figures';
import { latencySide } from '$lib/base/figures/figure.ts';
import { verdictOf } from '../model/verdict.ts';

/** One measured figure of one test, as every export needs it. */
export interface Line {
  readonly job: JobResult;
  readonly name: string;
  readonly direction: Direction;
  readonly figure: Figure;
  readonly bytesPerS: Summary;
  readonly iops: Summary;
  readonly latency: Latency | null;
  readonly verdict: CacheVerdict | null;
}

const FIGURES: Record<Direction, readonly Figure[]> = {
  read: ['throughput'],
  mix: ['throughput'],
  write: ['write_flush', 'buffered', 'flush_each'],
};

export function linesOf({ result, environment }: RunRecord): Line[] {
  return result.jobs.flatMap((job) =>
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
          verdict: verdictOf(job, result.floors, environment.clock_step_ns),
        },
      ];
    }),
  );
}

/** Those that the grid shows large. */
export function headlinesOf(record: RunRecord): Line[] {
  return linesOf(record).filter(({ direction, figure }) => figure === headlineFigure(direction));
}

/** "disk", "from memory", "38 % memory": in English, because files are read by others and by programs. */
export function verdictWord(verdict: CacheVerdict | null): string {
  if (!verdict) return '';
  const { share_from_memory: share } = verdict;
  return share === null ? verdict.verdict : `${verdict.verdict}, ${(100 * share).toFixed(0)} % from memory`;
}
