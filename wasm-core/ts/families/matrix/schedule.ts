import type { Layout } from '@opfsmark/schema/documents';
import {
  fillSeconds,
  floorsOf,
  hotPlanOf,
  jobsOf,
  passesOfJob,
  passSeconds,
  readsOnce,
  verifySeconds,
  type MatrixPlan,
} from '@opfsmark/schema/families';
import { FLOOR_LIMIT_S, type JobHead, type PassHead } from '@opfsmark/schema/schedule';
import type { Step } from '../../page/forecast.ts';

/** The steps of a run with the time each is thought to take: the schedule of `@opfsmark/schema`, for the forecast. */

export function fillStep(plan: MatrixPlan, layout: Layout): Step {
  return { id: 'fill', like: 'fill', seconds: fillSeconds(plan, layout) };
}

/** The file on which floors are probed, where the run's own must stay untouched. */
export function hotFillStep(plan: MatrixPlan, layout: Layout): Step {
  return { id: 'hot fill', like: 'fill', seconds: fillSeconds(hotPlanOf(plan), layout) };
}

export function floorStep(index: number): Step {
  return { id: `floor ${index}`, like: 'floor', seconds: FLOOR_LIMIT_S };
}

export function restStep(plan: MatrixPlan, job: number): Step {
  return { id: `${job} rest`, like: 'rest', seconds: plan.interval_s };
}

export function passStep(plan: MatrixPlan, job: number, head: JobHead, pass: PassHead): Step {
  const warmUp = pass.loop === 0 ? ' warm-up' : '';
  return {
    id: `${job} ${pass.kind} ${pass.loop}`,
    like: `${job} ${pass.kind}${warmUp}`,
    seconds: passSeconds(plan, head, pass),
  };
}

/** `loop`: where each has its own part of the file to verify. */
export function verifyStep(plan: MatrixPlan, job: number, head: JobHead, loop = 0): Step {
  return { id: `${job} verify ${loop}`, like: 'verify', seconds: verifySeconds(plan, head) };
}

function passStepsOf(plan: MatrixPlan, job: number, head: JobHead): Step[] {
  const passes = passesOfJob(plan, head);
  if (readsOnce(plan)) {
    return passes.flatMap((pass) => [passStep(plan, job, head, pass), verifyStep(plan, job, head, pass.loop)]);
  }
  const verify = head.direction === 'read' ? [verifyStep(plan, job, head)] : [];
  return [...passes.map((pass) => passStep(plan, job, head, pass)), ...verify];
}

export function stepsOf(plan: MatrixPlan, layout: Layout): Step[] {
  const fillFirst = readsOnce(plan) ? hotFillStep(plan, layout) : fillStep(plan, layout);
  const floors = floorsOf(plan).map((_, index) => floorStep(index));
  const fillNext = plan.cache === 'deep' ? [fillStep(plan, layout)] : [];
  const jobs = jobsOf(plan).flatMap((head, job) => [restStep(plan, job), ...passStepsOf(plan, job, head)]);
  return [fillFirst, ...floors, ...fillNext, ...jobs];
}
