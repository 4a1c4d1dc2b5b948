import { BATCHED_BLOCK_BYTES } from '../../documents/bounds.ts';
import type { Layout } from '../../documents/environment.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { type Direction } from '../../documents/checks.ts';
import { type DataFiles, fillStep, fixedStep, type JobHead, type PassHead, type Step } from '../../schedule/steps.ts';
import type { SweepPlan } from './schema.ts';
import { SWEEP_REST_S } from './points.ts';
import { sweepRows } from './rows.ts';

/** All points in the first direction, then all in the next. */
export function sweepHeads(plan: SweepPlan): JobHead[] {
  return plan.directions.flatMap((direction) => sweepRows(plan).map((_, row) => ({ row, direction })));
}

export function sweepFiles(plan: SweepPlan): DataFiles {
  return { rows: sweepRows(plan), bytes: plan.file_bytes, data: 'random', seed: plan.seed };
}

/** A queue sweep sets calls per second against latencies, so both come from the same calls, each timed. */
function timingOf(plan: SweepPlan, direction: Direction, blockBytes: number): PassHead['timing'] {
  const quick = plan.family === 'block-sweep' && direction === 'read' && blockBytes <= BATCHED_BLOCK_BYTES;
  return quick ? 'batched' : 'each';
}

export function sweepPasses(plan: SweepPlan, head: JobHead): PassHead[] {
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

/** Bytes per second, and calls per second whatever their size. */
const USUAL = {
  read: { bytesPerS: 6e9, callsPerS: 400e3 },
  write: { bytesPerS: 1e9, callsPerS: 60e3 },
  mix: { bytesPerS: 500e6, callsPerS: 60e3 },
} as const;

export function sweepPassStep(plan: SweepPlan, job: number, head: JobHead, pass: PassHead): Step {
  const row = sweepRows(plan)[head.row];
  if (!row) throw new RangeError(`the sweep has no point ${head.row}`);
  const { bytesPerS, callsPerS } = USUAL[head.direction];
  return {
    id: `${job} ${pass.loop}`,
    pace: `sweep ${head.direction} ${rowSlug(row)} ${pass.loop === 0 ? 'warm-up' : pass.timing}`,
    work: plan.file_bytes,
    usualPerS: Math.min(bytesPerS, callsPerS * row.block_bytes),
    limitS: pass.limitS,
    counts: 'bytes',
  };
}

export function sweepRestStep(job: number): Step {
  return { ...fixedStep(`${job} rest`, SWEEP_REST_S), pace: 'sweep rest' };
}

export function sweepSteps(plan: SweepPlan, layout: Layout): Step[] {
  const points = sweepHeads(plan).flatMap((head, job) => [
    ...(job > 0 ? [sweepRestStep(job)] : []),
    ...sweepPasses(plan, head).map((pass) => sweepPassStep(plan, job, head, pass)),
  ]);
  return [fillStep(sweepFiles(plan), layout), ...points];
}
