import * as z from 'zod/mini';
import { BOUNDS, FILL_BLOCK_BYTES, STANDARD_SEED, SUITE_VERSION, integerWithin } from '../../documents/bounds.ts';
import { KIB } from '../../documents/units.ts';
import { choice, wholeNumber } from '../../plan/codec.ts';
import { filledBytes, type DataFiles } from '../../schedule/files.ts';
import { fillStep, type Step } from '../../schedule/steps.ts';
import { definePlanSide, FamilyProfile } from '../family.ts';

/** The tool this family comes from (PFM) makes its calls with 4 KiB, and so does this one. */
export const STUTTER_BLOCK_BYTES = 4 * KIB;

export const STUTTER_BOUNDS = {
  calls: { min: 1_000, max: 500_000 },
  workers: { min: 1, max: 64 },
  limit_s: { min: 0, max: 600 },
  threshold_ms: { min: 1, max: 10_000 },
} as const;

/** 4 KiB reads and writes at the same time, at random places of one file, each place once. */
export const StutterPlan = z.strictObject({
  family: z.literal('stutter'),
  suite: z.literal(SUITE_VERSION),
  profile: FamilyProfile,
  /** Of reads and of writes; the file has a block for each. */
  calls: integerWithin(STUTTER_BOUNDS.calls),
  /** Every worker makes reads and writes in turn, so that both go on until the end. */
  workers: integerWithin(STUTTER_BOUNDS.workers),
  /** `each`: a write waits for the drive; `none`: it waits for memory, until that is full. */
  flush: z.enum(['none', 'each']),
  /** Ends earlier after this long; 0: only when all calls are made. */
  limit_s: integerWithin(STUTTER_BOUNDS.limit_s),
  /** A call that takes longer is a stall. Only shown with it: the table holds all calls. */
  threshold_ms: integerWithin(STUTTER_BOUNDS.threshold_ms),
  seed: integerWithin(BOUNDS.seed),
});
export type StutterPlan = z.infer<typeof StutterPlan>;

const QUICK: StutterPlan = {
  family: 'stutter',
  suite: SUITE_VERSION,
  profile: 'quick',
  calls: 20_000,
  workers: 8,
  flush: 'each',
  limit_s: 30,
  threshold_ms: 100,
  seed: STANDARD_SEED,
};

/** One file with a block for every call, in whole fill blocks. */
export function stutterFiles({ calls, workers, seed }: StutterPlan): DataFiles {
  const bytes = Math.ceil((2 * calls * STUTTER_BLOCK_BYTES) / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
  const row = { pattern: 'random', block_bytes: STUTTER_BLOCK_BYTES, queues: workers, threads: 1 } as const;
  return { rows: [row], bytes, data: 'random', seed };
}

/** Calls per second on an ordinary computer, half of them waiting for a flush. */
const USUAL_CALLS_PER_S = { each: 4_000, none: 100_000 } as const;

export function stutterStep({ calls, flush, limit_s }: StutterPlan): Step {
  return {
    id: 'calls',
    pace: `stutter ${flush}`,
    work: 2 * calls,
    usualPerS: USUAL_CALLS_PER_S[flush],
    ...(limit_s > 0 && { limitS: limit_s }),
  };
}

export const stutterPlanSide = definePlanSide<StutterPlan>({
  id: 'stutter',
  plan: StutterPlan,
  profiles: {
    quick: QUICK,
    full: { ...QUICK, profile: 'full', calls: 50_000, limit_s: 0 },
  },
  codec: {
    calls: wholeNumber('calls'),
    workers: wholeNumber('workers'),
    flush: choice('flush'),
    limit_s: wholeNumber('limit'),
    threshold_ms: wholeNumber('threshold'),
    seed: wholeNumber('seed'),
  },
  steps: (plan, layout) => [fillStep(stutterFiles(plan), layout), stutterStep(plan)],
  // Filling, then every block once: at the worst each is a write.
  bytesWrittenMax: (plan, layout) => filledBytes(stutterFiles(plan), layout) + 2 * plan.calls * STUTTER_BLOCK_BYTES,
});
