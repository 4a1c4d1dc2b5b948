import type { JobResult, Pass } from '@opfsmark/schema/documents';
import { filePartOf, passesOfJob, passesOfLoop, readsOnce, rowOf } from '@opfsmark/schema/families';
import { bytesPerSecond, wantsAnotherLoop } from '@opfsmark/schema/figures';
import { workersOfRow, type JobHead, type PassHead } from '@opfsmark/schema/schedule';
import { failureFrom, Stopped } from '../../page/errors.ts';
import { attachPart } from '../../page/handles.ts';
import { mergePass } from '../../page/merge.ts';
import { passRequests, verifyRequests } from '../../page/requests.ts';
import { passStep, restStep, verifyStep } from './schedule.ts';
import type { Session } from '../../page/session.ts';

/** Of the file, where every loop reads what no other has touched. */
function partOf({ plan }: Session, head: JobHead, loop: number) {
  return readsOnce(plan) ? filePartOf(plan, head, loop) : null;
}

async function runPass(session: Session, job: number, head: JobHead, pass: PassHead): Promise<Pass> {
  const { plan, layout, pool } = session;
  const loops = Math.max(plan.loops, pass.loop);
  session.enter(
    { phase: 'measuring', job, passKind: pass.kind, loop: pass.loop, loops },
    passStep(plan, job, head, pass),
  );
  if (head.direction !== 'read') session.generation++;
  const part = partOf(session, head, pass.loop);
  if (part) await attachPart(pool, plan, layout, part, 'filled');
  const replies = await pool.together('pass', passRequests(plan, layout, job, head, pass, session.generation, part));
  const merged = mergePass(pass, replies);
  session.progress.settle(pool.control, merged.write?.bytes ?? 0);
  // A pass that was cut off is no window of the plan: it counts nowhere.
  session.throwIfStopped();
  session.emit({ type: 'pass-done', job, pass: merged });
  return merged;
}

async function verify(session: Session, job: number, head: JobHead, loop = 0): Promise<number> {
  const { plan, layout, pool, generation } = session;
  session.enter(
    { phase: 'verifying', job, passKind: null, loop: 0, loops: plan.loops },
    verifyStep(plan, job, head, loop),
  );
  const part = partOf(session, head, loop);
  const replies = await pool.together('verify', verifyRequests(plan, layout, head, generation, part));
  session.throwIfStopped();
  return replies.reduce((sum, reply) => sum + reply.sectors, 0);
}

/** One row in one direction. Always ends in a result, which keeps the passes that were finished. */
export async function runJob(session: Session, job: number, head: JobHead): Promise<JobResult> {
  const { plan, layout } = session;
  const row = rowOf(plan, head);
  const passes: Pass[] = [];
  let verified_sectors = 0;
  const result = (status: JobResult['status']): JobResult => ({
    row,
    direction: head.direction,
    status,
    workers: workersOfRow(plan, row),
    layout,
    passes,
    verified_sectors,
  });
  const unstable = () => wantsAnotherLoop(bytesPerSecond(result('done'))?.values ?? []);

  try {
    session.emit({ type: 'job-started', job });
    session.enter({ phase: 'resting', job, passKind: null, loop: 0, loops: plan.loops }, restStep(plan, job));
    if (plan.interval_s > 0) await session.rest(plan.interval_s);
    for (const pass of passesOfJob(plan, head)) {
      passes.push(await runPass(session, job, head, pass));
      if (readsOnce(plan)) verified_sectors += await verify(session, job, head, pass.loop);
    }
    for (let loop = plan.loops + 1; plan.until_stable && unstable(); loop++) {
      for (const pass of passesOfLoop(plan, head, loop)) passes.push(await runPass(session, job, head, pass));
    }
    if (head.direction === 'read' && !readsOnce(plan)) verified_sectors = await verify(session, job, head);
    return result('done');
  } catch (error) {
    return error instanceof Stopped ? result('stopped') : { ...result('failed'), failure: failureFrom(error) };
  }
}
