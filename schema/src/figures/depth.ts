import type { Engine } from '../documents/environment.ts';
import type { JobResult, Pass } from '../documents/pass.ts';
import { median } from '../documents/stats.ts';
import { leadingFigure, passKindOf, passOps, type JobFigure } from './derive.ts';

/** Under this share of the workers a queue depth is not what its name says. */
const MIN_DEPTH_SHARE = 0.9;

/** Mean number of calls in flight, by Little's law: time inside calls / time. */
export const meanInFlight = (busyUs: number, lengthUs: number): number => busyUs / lengthUs;

/** The same of a pass, until its last call returned. */
export function depthOf({ elapsed_ns, read, write }: Pass): number | null {
  const busyUs = [read, write].reduce((us, side) => us + (side?.busy_ns ?? 0) / 1e3, 0);
  return elapsed_ns > 0 ? meanInFlight(busyUs, elapsed_ns / 1e3) : null;
}

/** The depth that the counted passes of a figure reached, the median of the loops: writes that are flushed each time reach another than the others. */
export function reachedDepth(job: JobResult, figure: JobFigure = 'throughput'): number | null {
  const passes = job.passes.filter((pass) => pass.kind === passKindOf(figure) && pass.loop > 0);
  const depths = passes.map(depthOf).filter((depth) => depth !== null);
  return depths.length > 0 ? median(depths) : null;
}

/** That of the figure by which a job is shown first. */
export function leadingDepth(job: JobResult): number | null {
  return reachedDepth(job, leadingFigure(job));
}

/** From this share of all processors on, a row waits for them: what is missing goes to the begin and the end of its passes. */
const MIN_PROCESSOR_SHARE = 0.85;

/**
 * The most calls per second that this computer makes in a row by which it was used up: how many it made, by the share of its
 * processors that they took. `null` where something else was the limit, or nobody told.
 */
export function mostCallsPerS(job: JobResult, engine: Engine): number | null {
  // A read that memory is to answer is the computer's in any case.
  if (job.status !== 'done' || (job.reads === 'memory' && engine !== 'node-direct')) return null;
  const kind = passKindOf(leadingFigure(job));
  const told = job.passes.flatMap((pass) => {
    const { elapsed_ns, processor_share: share } = pass;
    if (share === undefined || pass.kind !== kind || pass.loop === 0 || elapsed_ns === 0) return [];
    return { share, perS: (passOps(pass) * 1e9) / elapsed_ns };
  });
  if (told.length === 0) return null;
  const share = median(told.map((pass) => pass.share));
  return share < MIN_PROCESSOR_SHARE ? null : median(told.map(({ perS }) => perS)) / share;
}

/** Whether a depth falls short of what the job's workers make of its name. One worker always has one call in flight. */
export function fallsShort(depth: number, { workers }: Pick<JobResult, 'workers'>): boolean {
  return workers > 1 && depth < MIN_DEPTH_SHARE * workers;
}

/** The depth that the passes of a figure reached, where it falls short; `null` where its name says what it was. */
export function depthShort(job: JobResult, figure: JobFigure): number | null {
  const depth = reachedDepth(job, figure);
  return depth !== null && fallsShort(depth, job) ? depth : null;
}
