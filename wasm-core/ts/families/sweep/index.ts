import type { Fill, JobResult, Layout } from '@opfsmark/schema/documents';
import {
  SWEEP_REST_S,
  sweepFiles,
  sweepHeads,
  sweepPasses,
  sweepPassStep,
  sweepRestStep,
  blockSweepPlan,
  queueSweepPlan,
} from '@opfsmark/schema/families/sweep/plan';
import { sweepRows } from '@opfsmark/schema/families/sweep/rows';
import { BlockSweepPlan, QueueSweepPlan } from '@opfsmark/schema/families/sweep/schema';
import { workersOfRow } from '@opfsmark/schema/schedule';
import type { RunningJob } from '../../api.ts';
import { CallFailed, failureFrom, Stopped } from '../../page/errors.ts';
import { fill, runPass, SAMPLED_SECTORS, verifyRow } from '../../page/passes.ts';
import type { Session } from '../../page/session.ts';
import type { Workload } from '../../page/workload.ts';

type SweepPlan = BlockSweepPlan | QueueSweepPlan;

async function runPoint(session: Session, plan: SweepPlan, job: RunningJob): Promise<JobResult> {
  const row = sweepRows(plan)[job.row];
  if (!row) throw new RangeError(`the sweep has no point ${job.row}`);
  let result: JobResult = {
    row,
    direction: job.direction,
    status: 'stopped',
    workers: workersOfRow(session.files, row),
    layout: session.layout,
    passes: [],
    verified_sectors: 0,
  };
  try {
    for (const pass of sweepPasses(plan, job)) {
      const step = sweepPassStep(plan, job.index, job, pass);
      const measuredPass = await runPass(session, { job, row, loops: 1, pass, step });
      result = { ...result, passes: [...result.passes, measuredPass] };
    }
    if (job.direction === 'read') {
      const verified_sectors = await verifyRow(session, { job, row, loops: 1, sectors: SAMPLED_SECTORS });
      result = { ...result, verified_sectors };
    }
    return { ...result, status: 'done' };
  } catch (error) {
    return error instanceof Stopped ? result : { ...result, status: 'failed', failure: failureFrom(error) };
  }
}

/** Fills once, then measures one point after the other. The first that fails ends the sweep: the rest would, too. */
async function sweep(
  session: Session,
  plan: SweepPlan,
  publish: (findings: { layout: Layout; fill: Fill; jobs: JobResult[] }) => void,
): Promise<void> {
  const findings = { layout: session.layout, fill: await fill(session), jobs: [] as JobResult[] };
  publish(findings);
  for (const [index, head] of sweepHeads(plan).entries()) {
    const job = { index, ...head };
    if (index > 0) {
      session.enter({ phase: 'resting', job, passKind: null, loop: 0, loops: 1 }, sweepRestStep(index));
      await session.rest(SWEEP_REST_S);
    }
    const result = await runPoint(session, plan, job);
    findings.jobs = [...findings.jobs, result];
    publish({ ...findings });
    session.throwIfStopped();
    if (result.failure) throw new CallFailed(result.failure);
  }
}

export const blockSweep: Workload<'block-sweep'> = {
  plans: blockSweepPlan,
  schema: BlockSweepPlan,
  files: sweepFiles,
  measure: (session, plan, publish) =>
    sweep(session, plan, (findings) => publish({ family: 'block-sweep', ...findings })),
};

export const queueSweep: Workload<'queue-sweep'> = {
  plans: queueSweepPlan,
  schema: QueueSweepPlan,
  files: sweepFiles,
  measure: (session, plan, publish) =>
    sweep(session, plan, (findings) => publish({ family: 'queue-sweep', ...findings })),
};
