import type { Direction, Fill, JobResult, Layout, Pass } from '@opfsmark/schema/documents';
import { SWEEP_REST_S, sweepRows, type BlockSweepPlan, type QueueSweepPlan } from '@opfsmark/schema/families';
import { BATCHED_BLOCK_BYTES, workersOfRow, type JobHead, type PassHead } from '@opfsmark/schema/schedule';
import { CallFailed, failureFrom, Stopped } from '../../page/errors.ts';
import type { Step } from '../../page/forecast.ts';
import { verifyRequests } from '../../page/requests.ts';
import { fill } from '../matrix/run.ts';
import { fillStep } from '../matrix/schedule.ts';
import type { Session } from '../../page/session.ts';
import { filesFor } from '../files-plan.ts';
import { runPass } from '../../page/run-pass.ts';
import type { Workload } from '../workload.ts';

type SweepPlan = BlockSweepPlan | QueueSweepPlan;

/** All points in the first direction, then all in the next. */
function headsOf(plan: SweepPlan): JobHead[] {
  return plan.directions.flatMap((direction) => sweepRows(plan).map((_, row) => ({ row, direction })));
}

/** A queue sweep sets calls a second against latencies, so both come from the same calls, each timed. */
function timingOf(plan: SweepPlan, direction: Direction, blockBytes: number): PassHead['timing'] {
  const quick = plan.family === 'block-sweep' && direction === 'read' && blockBytes <= BATCHED_BLOCK_BYTES;
  return quick ? 'batched' : 'each';
}

function passesOf(plan: SweepPlan, head: JobHead): PassHead[] {
  const blockBytes = sweepRows(plan)[head.row]?.block_bytes ?? 0;
  const pass = {
    kind: 'throughput',
    timing: timingOf(plan, head.direction, blockBytes),
    flush: head.direction === 'read' ? 'none' : 'end',
  } as const;
  const warmUp = { ...pass, loop: 0, limitS: plan.warm_up_ms / 1_000 };
  const counted = { ...pass, loop: 1, limitS: plan.limit_ms / 1_000 };
  return plan.warm_up_ms > 0 ? [warmUp, counted] : [counted];
}

function stepOf(job: number, head: JobHead, pass: PassHead): Step {
  // The closing flush of a write may take about as long as the writes.
  const seconds = pass.limitS * (pass.flush === 'end' ? 2 : 1);
  return { id: `${job} ${pass.loop}`, like: `${head.direction} ${pass.loop}`, seconds };
}

async function verify(session: Session, head: JobHead): Promise<number> {
  const { plan, layout, pool, generation } = session;
  const replies = await pool.together('verify', verifyRequests(plan, layout, head, generation));
  session.throwIfStopped();
  return replies.reduce((sum, reply) => sum + reply.sectors, 0);
}

async function runPoint(session: Session, plan: SweepPlan, job: number, head: JobHead): Promise<JobResult> {
  const row = session.plan.rows[head.row];
  if (!row) throw new RangeError(`the sweep has no point ${head.row}`);
  const passes: Pass[] = [];
  let verified_sectors = 0;
  const result = (status: JobResult['status']): JobResult => ({
    row,
    direction: head.direction,
    status,
    workers: workersOfRow(session.plan, row),
    layout: session.layout,
    passes,
    verified_sectors,
  });
  try {
    for (const pass of passesOf(plan, head)) {
      passes.push(await runPass(session, { job, loops: 1, head, pass, step: stepOf(job, head, pass) }));
    }
    if (head.direction === 'read') verified_sectors = await verify(session, head);
    return result('done');
  } catch (error) {
    return error instanceof Stopped ? result('stopped') : { ...result('failed'), failure: failureFrom(error) };
  }
}

/** Fills once, then measures one point after the other. The first that fails ends the sweep: the rest would, too. */
async function sweep(
  session: Session,
  plan: SweepPlan,
  publish: (found: { layout: Layout; fill: Fill; jobs: JobResult[] }) => void,
): Promise<void> {
  const filled = await fill(session);
  const jobs: JobResult[] = [];
  for (const [job, head] of headsOf(plan).entries()) {
    if (job > 0) await session.rest(SWEEP_REST_S);
    const result = await runPoint(session, plan, job, head);
    jobs.push(result);
    publish({ layout: session.layout, fill: filled, jobs: [...jobs] });
    session.throwIfStopped();
    if (result.failure) throw new CallFailed(result.failure);
  }
}

function stepsOf(plan: SweepPlan, layout: Layout): Step[] {
  const passes = headsOf(plan).flatMap((head, job) => passesOf(plan, head).map((pass) => stepOf(job, head, pass)));
  return [fillStep(filesOf(plan), layout), ...passes];
}

const filesOf = (plan: SweepPlan) => filesFor(sweepRows(plan), plan.file_bytes, plan.seed);

export const blockSweep: Workload<'block-sweep'> = {
  files: filesOf,
  steps: stepsOf,
  empty: (_, layout) => ({ family: 'block-sweep', layout, jobs: [] }),
  measure: (session, plan, publish) => sweep(session, plan, (found) => publish({ family: 'block-sweep', ...found })),
};

export const queueSweep: Workload<'queue-sweep'> = {
  files: filesOf,
  steps: stepsOf,
  empty: (_, layout) => ({ family: 'queue-sweep', layout, jobs: [] }),
  measure: (session, plan, publish) => sweep(session, plan, (found) => publish({ family: 'queue-sweep', ...found })),
};
