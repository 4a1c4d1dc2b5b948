import {
  fillSeconds,
  FLOOR_LIMIT_S,
  floorsOf,
  jobsOf,
  passesOfJob,
  passSeconds,
  verifySeconds,
  type JobHead,
  type Layout,
  type MatrixPlan,
  type PassHead,
} from '@opfsmark/schema';
import type { Step } from './forecast.ts';

/** The steps of a run with the time each is thought to take: the schedule of `@opfsmark/schema`, for the forecast. */

export function fillStep(plan: MatrixPlan, layout: Layout): Step {
  return { id: 'fill', like: 'fill', seconds: fillSeconds(plan, layout) };
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

export function verifyStep(plan: MatrixPlan, job: number, head: JobHead): Step {
  return { id: `${job} verify`, like: 'verify', seconds: verifySeconds(plan, head) };
}

export function stepsOf(plan: MatrixPlan, layout: Layout): Step[] {
  const jobs = jobsOf(plan).flatMap((head, job) => [
    restStep(plan, job),
    ...passesOfJob(plan, head).map((pass) => passStep(plan, job, head, pass)),
    ...(head.direction === 'read' ? [verifyStep(plan, job, head)] : []),
  ]);
  return [fillStep(plan, layout), ...floorsOf(plan).map((_, index) => floorStep(index)), ...jobs];
}
