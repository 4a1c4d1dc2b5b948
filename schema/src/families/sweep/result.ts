import { rowName } from '../../documents/row-name.ts';
import { claimPassIdentities, type Claims } from '../claims.ts';
import type { FamilyChecks, RecordOf } from '../family.ts';
import {
  BlockSweepPlan,
  BlockSweepResult,
  QueueSweepPlan,
  QueueSweepResult,
  type SweepPlan,
  type SweepResult,
} from './schema.ts';
import { sweepRows } from './rows.ts';

function impossible({ result, plan }: RecordOf<SweepPlan, SweepResult>, { claim }: Claims): void {
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
}

export const blockSweepChecks: FamilyChecks<BlockSweepPlan, BlockSweepResult> = {
  plan: BlockSweepPlan,
  result: BlockSweepResult,
  impossible,
};

export const queueSweepChecks: FamilyChecks<QueueSweepPlan, QueueSweepResult> = {
  plan: QueueSweepPlan,
  result: QueueSweepResult,
  impossible,
};
