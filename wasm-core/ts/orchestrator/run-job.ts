import {
  bytesPerSecond,
  MAX_STABLE_LOOPS,
  passesOfJob,
  passesOfLoop,
  rowOf,
  workersOfRow,
  type JobHead,
  type JobResult,
  type Pass,
  type PassHead,
} from '@opfsmark/schema';
import { failureFrom, Stopped } from './errors.ts';
import { mergePass } from './merge.ts';
import { passRequests, verifyRequests } from './requests.ts';
import { passStep, restStep, verifyStep } from './schedule.ts';
import type { Session } from './session.ts';

/** `until_stable` adds loops while they lie further apart than this. */
const STABLE_SPREAD = 0.03;

async function runPass(session: Session, job: number, head: JobHead, pass: PassHead): Promise<Pass> {
  const { plan, layout, pool } = session;
  const loops = Math.max(plan.loops, pass.loop);
  session.enter(
    { phase: 'measuring', job, passKind: pass.kind, loop: pass.loop, loops },
    passStep(plan, job, head, pass),
  );
  if (head.direction !== 'read') session.generation++;
  const replies = await pool.together('pass', passRequests(plan, layout, job, head, pass, session.generation));
  const merged = mergePass(pass, replies);
  session.progress.settle(pool.control, merged.write?.bytes ?? 0);
  // A pass that was cut off is no window of the plan: it counts nowhere.
  session.throwIfStopped();
  session.emit({ type: 'pass-done', job, pass: merged });
  return merged;
}

async function verify(session: Session, job: number, head: JobHead): Promise<number> {
  const { plan, layout, pool, generation } = session;
  session.enter({ phase: 'verifying', job, passKind: null, loop: 0, loops: plan.loops }, verifyStep(plan, job, head));
  const replies = await pool.together('verify', verifyRequests(plan, layout, head, generation));
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
  const unstable = () => (bytesPerSecond(result('done'))?.spread ?? 0) > STABLE_SPREAD;

  try {
    session.emit({ type: 'job-started', job });
    session.enter({ phase: 'resting', job, passKind: null, loop: 0, loops: plan.loops }, restStep(plan, job));
    if (plan.interval_s > 0) await session.rest(plan.interval_s);
    for (const pass of passesOfJob(plan, head)) passes.push(await runPass(session, job, head, pass));
    for (let loop = plan.loops + 1; plan.until_stable && loop <= MAX_STABLE_LOOPS && unstable(); loop++) {
      for (const pass of passesOfLoop(plan, head, loop)) passes.push(await runPass(session, job, head, pass));
    }
    if (head.direction === 'read') verified_sectors = await verify(session, job, head);
    return result('done');
  } catch (error) {
    return error instanceof Stopped ? result('stopped') : { ...result('failed'), failure: failureFrom(error) };
  }
}
