import * as z from 'zod/mini';
import { bytesPerSecond, iops, latency } from '../../figures/derive.ts';
import { Layout } from '../../documents/environment.ts';
import { rowName, rowShortName, rowSlug, type Direction, type Row } from '../../documents/row.ts';
import { Fill, JobResult } from '../../documents/pass.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import { filledBytes } from '../../schedule/files.ts';
import { claims } from '../claims.ts';
import { defineFamily, type Contradiction, type RecordOf } from '../family.ts';
import { partOfPass, type IostatPart } from '../iostat-part.ts';
import { checkPass } from '../pass-claims.ts';
import {
  BLOCK_SWEEP_CODEC,
  BLOCK_SWEEP_PROFILES,
  BlockSweepPlan,
  QUEUE_SWEEP_CODEC,
  QUEUE_SWEEP_PROFILES,
  QueueSweepPlan,
  sweepRows,
} from './plan.ts';
import { sweepFiles, sweepSteps } from './schedule.ts';

export * from './plan.ts';
export * from './schedule.ts';

const fields = {
  fill: z.optional(Fill),
  layout: Layout,
  /** One a point and direction: its warm-up, if any, and one pass. */
  jobs: z.array(JobResult).check(z.maxLength(32)),
};
export const BlockSweepResult = z.strictObject({ family: z.literal('block-sweep'), ...fields });
export type BlockSweepResult = z.infer<typeof BlockSweepResult>;
export const QueueSweepResult = z.strictObject({ family: z.literal('queue-sweep'), ...fields });
export type QueueSweepResult = z.infer<typeof QueueSweepResult>;

type SweepPlan = BlockSweepPlan | QueueSweepPlan;
type SweepResult = BlockSweepResult | QueueSweepResult;

/** One point of the chart and one line of the table; `null` where the job has no such figure. */
export interface SweepPoint {
  readonly row: Row;
  readonly direction: Direction;
  readonly workers: number;
  readonly bytesPerS: number | null;
  readonly iops: number | null;
  readonly p50Ns: number | null;
  readonly p99Ns: number | null;
}

/** Writes are given with their closing flush, as in the grid. */
export function sweepPoints(result: SweepResult): SweepPoint[] {
  return result.jobs.map((job) => {
    const counted = job.passes.filter((pass) => pass.loop > 0);
    const times = latency(counted, job.direction === 'write' ? 'write' : 'read');
    return {
      row: job.row,
      direction: job.direction,
      workers: job.workers,
      bytesPerS: bytesPerSecond(job)?.median ?? null,
      iops: iops(job)?.median ?? null,
      p50Ns: times?.p50_ns ?? null,
      p99Ns: times?.p99_ns ?? null,
    };
  });
}

/** The point with the most bytes or calls a second, and the smallest one that reaches `share` of it. */
export function kneeOf(
  points: readonly SweepPoint[],
  of: 'bytesPerS' | 'iops',
  share = 0.9,
): { best: SweepPoint; knee: SweepPoint } | null {
  const ranked = points.filter((point) => point[of] !== null);
  const best = ranked.reduce<SweepPoint | null>(
    (top, point) => (top && (top[of] ?? 0) >= (point[of] ?? 0) ? top : point),
    null,
  );
  const knee = best && ranked.find((point) => (point[of] ?? 0) >= share * (best[of] ?? 0));
  return best && knee ? { best, knee } : null;
}

function bytesWrittenMax(plan: SweepPlan, layout: Layout): number {
  const writing = plan.directions.some((direction) => direction !== 'read') ? sweepRows(plan).length : 0;
  // The warm-up and the pass each visit the file once at the most.
  return filledBytes(sweepFiles(plan), layout) + plan.file_bytes * writing * (plan.warm_up_ms > 0 ? 2 : 1);
}

function contradictions({ result, plan }: RecordOf<SweepPlan, SweepResult>): Contradiction[] {
  const { claim, found } = claims();
  const rows = sweepRows(plan);
  const planned = plan.directions.flatMap((direction) => rows.map((row) => ({ row, direction })));
  claim(result.jobs.length <= planned.length, '/jobs', 'more points than planned');
  result.jobs.forEach((job, index) => {
    const head = planned[index];
    const fits = head && rowName(head.row) === rowName(job.row) && head.direction === job.direction;
    claim(fits === true, `/jobs/${index}`, 'is not the point that the plan has here');
    job.passes.forEach((pass, at) => checkPass(pass, job.row.block_bytes, `/jobs/${index}/passes/${at}`, claim));
  });
  return found;
}

const partOf = ({ row, direction }: Pick<JobResult, 'row' | 'direction'>) =>
  `${rowShortName(row).replace(' ', '-')} ${direction}`;

function iostat({ jobs }: SweepResult): IostatPart[] {
  return jobs.flatMap((job) =>
    job.passes.filter(({ loop }) => loop > 0).flatMap((pass) => partOfPass(partOf(job), pass)),
  );
}

function figures({ result }: RecordOf<SweepPlan, SweepResult>): Figure[] {
  const unit = result.family === 'block-sweep' ? 'bytes_per_s' : 'iops';
  return sweepPoints(result).flatMap((point): Figure[] => {
    const value = result.family === 'block-sweep' ? point.bytesPerS : point.iops;
    if (value === null) return [];
    // Points are read from a file that was just written, and no floor tells how much of it was in memory.
    const read_from = point.direction === 'read' ? 'unknown' : null;
    const id = `${rowSlug(point.row)} ${point.direction}`;
    const interval = intervalOf([value]);
    return [{ id, name: partOf(point), unit, better: 'higher', ...interval, p99_ns: point.p99Ns, read_from }];
  });
}

export const blockSweep = defineFamily<BlockSweepPlan, BlockSweepResult>({
  id: 'block-sweep',
  plan: BlockSweepPlan,
  result: BlockSweepResult,
  profiles: BLOCK_SWEEP_PROFILES,
  codec: BLOCK_SWEEP_CODEC,
  steps: sweepSteps,
  bytesWrittenMax,
  contradictions,
  iostat,
  figures,
});

export const queueSweep = defineFamily<QueueSweepPlan, QueueSweepResult>({
  id: 'queue-sweep',
  plan: QueueSweepPlan,
  result: QueueSweepResult,
  profiles: QUEUE_SWEEP_PROFILES,
  codec: QUEUE_SWEEP_CODEC,
  steps: sweepSteps,
  bytesWrittenMax,
  contradictions,
  iostat,
  figures,
});
