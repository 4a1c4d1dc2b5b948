import * as z from 'zod/mini';
import { bytesPerSecond, iops, latency } from '../../derive.ts';
import { Layout } from '../../environment.ts';
import { rowName, type Direction, type Row } from '../../plan.ts';
import { Fill, JobResult } from '../../result.ts';
import { claims, defineFamily, type Contradiction } from '../family.ts';
import { checkPass } from '../pass-claims.ts';
import {
  BLOCK_SWEEP_CODEC,
  BLOCK_SWEEP_PROFILES,
  BlockSweepPlan,
  QUEUE_SWEEP_CODEC,
  QUEUE_SWEEP_PROFILES,
  QueueSweepPlan,
  SWEEP_REST_S,
  sweepRows,
} from './plan.ts';

export * from './plan.ts';

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

const ASSUMED_BYTES_PER_S = 200e6;
/** The closing flush of a pass that wrote for `limit_ms` into memory, on a slow drive. */
const FLUSH_S_PER_S = 1;
const START_S = 1;

function estimate(plan: SweepPlan) {
  const jobs = sweepRows(plan).length * plan.directions.length;
  const writes = plan.directions.some((direction) => direction !== 'read');
  const writing = writes ? sweepRows(plan).length : 0;
  const passS = (plan.limit_ms + plan.warm_up_ms) / 1_000;
  return {
    seconds:
      START_S + plan.file_bytes / ASSUMED_BYTES_PER_S + jobs * (passS + SWEEP_REST_S) + writing * passS * FLUSH_S_PER_S,
    // The warm-up and the pass each visit the file once at the most.
    bytesWrittenMax: plan.file_bytes * (1 + writing * (plan.warm_up_ms > 0 ? 2 : 1)),
  };
}

function contradictions(result: SweepResult, plan: SweepPlan): Contradiction[] {
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

export const blockSweep = defineFamily<BlockSweepPlan, BlockSweepResult>({
  id: 'block-sweep',
  plan: BlockSweepPlan,
  result: BlockSweepResult,
  profiles: BLOCK_SWEEP_PROFILES,
  codec: BLOCK_SWEEP_CODEC,
  estimate,
  contradictions,
});

export const queueSweep = defineFamily<QueueSweepPlan, QueueSweepResult>({
  id: 'queue-sweep',
  plan: QueueSweepPlan,
  result: QueueSweepResult,
  profiles: QUEUE_SWEEP_PROFILES,
  codec: QUEUE_SWEEP_CODEC,
  estimate,
  contradictions,
});
