import { BATCHED_BLOCK_BYTES, STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import type { Direction, Pattern } from '../../documents/checks.ts';
import { KIB, MIB } from '../../documents/units.ts';
import { byteCount, choice, choices, type PlanCodec, wholeNumber } from '../../plan/codec.ts';
import type { FamilyProfile } from '../plan-schema.ts';
import type {
  BlockSweepPlan,
  BlockSweepResult,
  QueueSweepPlan,
  QueueSweepResult,
  SweepPlan,
  SweepResult,
} from './schema.ts';
import type { Layout } from '../../documents/environment.ts';
import { rowSlug } from '../../documents/row-name.ts';
import {
  type DataFiles,
  filledBytes,
  fillStep,
  fixedStep,
  type JobSpec,
  type PassSpec,
  type Step,
} from '../../schedule/steps.ts';
import { definePlan } from '../family.ts';

import { sweepRows } from './rows.ts';
import { passBytes } from '../../figures/derive.ts';
import { type Flushes, witnessesAmong } from '../flushes.ts';

/** Between two points, for the page to draw what it was told: 64 workers at once would leave it no processor. */
export const SWEEP_REST_S = 0.1;

const commonFields = {
  suite: SUITE_VERSION,
  profile: 'quick',
  directions: ['read', 'write'],
  limit_ms: 600,
  warm_up_ms: 100,
  seed: STANDARD_SEED,
} as const;

const BLOCK_QUICK: BlockSweepPlan = {
  family: 'block-sweep',
  ...commonFields,
  directions: [...commonFields.directions],
  pattern: 'sequential',
  file_bytes: 256 * MIB,
  min_block_bytes: 512,
  max_block_bytes: 16 * MIB,
  queues: 4,
};

const QUEUE_QUICK: QueueSweepPlan = {
  family: 'queue-sweep',
  ...commonFields,
  directions: [...commonFields.directions],
  pattern: 'random',
  file_bytes: 256 * MIB,
  limit_ms: 1_000,
  block_bytes: 4 * KIB,
  max_queues: 64,
};

const FULL = { profile: 'full', limit_ms: 5_000, warm_up_ms: 500 } as const;

const BLOCK_SWEEP_PROFILES: Readonly<Record<FamilyProfile, BlockSweepPlan>> = {
  quick: BLOCK_QUICK,
  full: { ...BLOCK_QUICK, ...FULL, file_bytes: 1024 * MIB },
};

const QUEUE_SWEEP_PROFILES: Readonly<Record<FamilyProfile, QueueSweepPlan>> = {
  quick: QUEUE_QUICK,
  full: { ...QUEUE_QUICK, ...FULL, file_bytes: 1024 * MIB },
};

const COMMON_CODEC = {
  pattern: choice<Pattern>('pattern'),
  directions: choices<Direction>('dir'),
  file_bytes: byteCount('size'),
  limit_ms: wholeNumber('limit_ms'),
  warm_up_ms: wholeNumber('warmup_ms'),
  seed: wholeNumber('seed'),
};

const BLOCK_SWEEP_CODEC: PlanCodec<BlockSweepPlan> = {
  ...COMMON_CODEC,
  min_block_bytes: byteCount('from'),
  max_block_bytes: byteCount('to'),
  queues: wholeNumber('queues'),
};

const QUEUE_SWEEP_CODEC: PlanCodec<QueueSweepPlan> = {
  ...COMMON_CODEC,
  block_bytes: byteCount('block'),
  max_queues: wholeNumber('queues'),
};

/** All points in the first direction, then all in the next. */
export function sweepHeads(plan: SweepPlan): JobSpec[] {
  return plan.directions.flatMap((direction) => sweepRows(plan).map((_, row) => ({ row, direction })));
}

export function sweepFiles(plan: SweepPlan): DataFiles {
  return { rows: sweepRows(plan), bytes: plan.file_bytes, data: 'random', seed: plan.seed };
}

/** A queue sweep sets calls per second against latencies, so both come from the same calls, each timed. */
function timingOf(plan: SweepPlan, direction: Direction, blockBytes: number): PassSpec['timing'] {
  const isQuick = plan.family === 'block-sweep' && direction === 'read' && blockBytes <= BATCHED_BLOCK_BYTES;
  return isQuick ? 'batched' : 'each';
}

export function sweepPasses(plan: SweepPlan, head: JobSpec): PassSpec[] {
  const blockBytes = sweepRows(plan)[head.row]?.block_bytes ?? 0;
  const pass = {
    kind: 'throughput',
    timing: timingOf(plan, head.direction, blockBytes),
    flush: head.direction === 'read' ? 'none' : 'end',
  } as const;
  const warmUp = { ...pass, loop: 0, limitS: plan.warm_up_ms / 1_000 };
  const countedPass = { ...pass, loop: 1, limitS: plan.limit_ms / 1_000 };
  return plan.warm_up_ms > 0 ? [warmUp, countedPass] : [countedPass];
}

/** Bytes per second, and calls per second whatever their size. */
const USUAL = {
  read: { bytesPerS: 6e9, callsPerS: 400e3 },
  write: { bytesPerS: 1e9, callsPerS: 60e3 },
  mix: { bytesPerS: 500e6, callsPerS: 60e3 },
} as const;

export function sweepPassStep(plan: SweepPlan, job: number, head: JobSpec, pass: PassSpec): Step {
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

function sweepSteps(plan: SweepPlan, layout: Layout): Step[] {
  const points = sweepHeads(plan).flatMap((head, job) => [
    ...(job > 0 ? [sweepRestStep(job)] : []),
    ...sweepPasses(plan, head).map((pass) => sweepPassStep(plan, job, head, pass)),
  ]);
  return [fillStep(sweepFiles(plan), layout), ...points];
}

/** The flushes of the fill and of the points that wrote enough. */
export function sweepFlushes({ result: { fill, jobs } }: { readonly result: SweepResult }): Flushes {
  const writePasses = jobs.filter(({ direction }) => direction === 'write').flatMap(({ passes }) => passes);
  const closingFlushes = writePasses.map((pass) => ({ bytes: passBytes(pass), flush_ns: pass.flush_ns }));
  return { witnesses: witnessesAmong([fill, ...closingFlushes]) };
}

function bytesWrittenMax(plan: SweepPlan, layout: Layout): number {
  const writeCount = plan.directions.some((direction) => direction !== 'read') ? sweepRows(plan).length : 0;
  // The warm-up and the pass each visit the file at most once.
  return filledBytes(sweepFiles(plan), layout) + plan.file_bytes * writeCount * (plan.warm_up_ms > 0 ? 2 : 1);
}

export const blockSweepPlan = definePlan<BlockSweepPlan, BlockSweepResult>({
  profiles: BLOCK_SWEEP_PROFILES,
  codec: BLOCK_SWEEP_CODEC,
  steps: sweepSteps,
  bytesWrittenMax,
  emptyResult: (_, layout) => ({ family: 'block-sweep', layout, jobs: [] }),
});

export const queueSweepPlan = definePlan<QueueSweepPlan, QueueSweepResult>({
  profiles: QUEUE_SWEEP_PROFILES,
  codec: QUEUE_SWEEP_CODEC,
  steps: sweepSteps,
  bytesWrittenMax,
  emptyResult: (_, layout) => ({ family: 'queue-sweep', layout, jobs: [] }),
});
