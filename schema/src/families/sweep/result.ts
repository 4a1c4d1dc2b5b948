import { rowName } from '../../documents/row-name.ts';
import { claims } from '../claims.ts';
import { type Contradiction, type RecordOf, defineChecks } from '../family.ts';
import { claimPassIdentities } from '../pass-claims.ts';
import {
  BlockSweepPlan,
  BlockSweepResult,
  QueueSweepPlan,
  QueueSweepResult,
  type SweepPlan,
  type SweepResult,
} from './schema.ts';
import { sweepRows } from './rows.ts';

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

export const blockSweepChecks = defineChecks<BlockSweepPlan, BlockSweepResult>({
  plan: BlockSweepPlan,
  result: BlockSweepResult,
  contradictions,
});

export const queueSweepChecks = defineChecks<QueueSweepPlan, QueueSweepResult>({
  plan: QueueSweepPlan,
  result: QueueSweepResult,
  contradictions,
});
