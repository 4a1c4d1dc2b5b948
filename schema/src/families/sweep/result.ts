import * as z from 'zod/mini';
import { Layout } from '../../documents/environment.ts';
import { Fill, JobResult } from '../../documents/pass.ts';
import { rowName } from '../../documents/row-name.ts';
import { claims } from '../claims.ts';
import { type Contradiction, type RecordOf, defineResultSide } from '../family.ts';
import { claimPassIdentities } from '../pass-claims.ts';
import type { BlockSweepPlan, QueueSweepPlan, SweepPlan } from './plan-schema.ts';
import { sweepRows } from './rows.ts';

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

export type SweepResult = BlockSweepResult | QueueSweepResult;

function contradictions({ result, plan }: RecordOf<SweepPlan, SweepResult>): Contradiction[] {
  const { claim, found } = claims();
  const rows = sweepRows(plan);
  const planned = plan.directions.flatMap((direction) => rows.map((row) => ({ row, direction })));
  claim(result.jobs.length <= planned.length, '/jobs', 'more points than planned');
  result.jobs.forEach((job, index) => {
    const head = planned[index];
    const fits = head && rowName(head.row) === rowName(job.row) && head.direction === job.direction;
    claim(fits === true, `/jobs/${index}`, 'is not the point that the plan has here');
    job.passes.forEach((pass, at) =>
      claimPassIdentities(pass, job.row.block_bytes, `/jobs/${index}/passes/${at}`, claim),
    );
  });
  return found;
}

export const blockSweepResultSide = defineResultSide<BlockSweepPlan, BlockSweepResult>({
  id: 'block-sweep',
  result: BlockSweepResult,
  contradictions,
});

export const queueSweepResultSide = defineResultSide<QueueSweepPlan, QueueSweepResult>({
  id: 'queue-sweep',
  result: QueueSweepResult,
  contradictions,
});
