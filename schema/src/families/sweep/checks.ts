import { rowName } from '../../documents/row-name.ts';
import { checkPassIdentities, type Expectations } from '../expectations.ts';
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

function impossible({ result, plan }: RecordOf<SweepPlan, SweepResult>, { expectThat }: Expectations): void {
  const rows = sweepRows(plan);
  const heads = plan.directions.flatMap((direction) => rows.map((row) => ({ row, direction })));
  expectThat(result.jobs.length <= heads.length, '/jobs', 'more points than planned');
  result.jobs.forEach((job, index) => {
    const head = heads[index];
    const fits = head && rowName(head.row) === rowName(job.row) && head.direction === job.direction;
    expectThat(fits === true, `/jobs/${index}`, 'is not the point that the plan has here');
    job.passes.forEach((pass, at) =>
      checkPassIdentities(pass, job.row.block_bytes, `/jobs/${index}/passes/${at}`, expectThat),
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
