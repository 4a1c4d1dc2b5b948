import { FILL_BLOCK_BYTES, STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { KIB } from '../../documents/units.ts';
import { choice, wholeNumber } from '../../plan/codec.ts';
import { filledBytes, type DataFiles } from '../../schedule/files.ts';
import { fillStep, type Step } from '../../schedule/steps.ts';
import { definePlanSide } from '../family.ts';
import type { StutterPlan } from './plan-schema.ts';

/** The tool this family comes from (PFM) makes its calls with 4 KiB, and so does this one. */
export const STUTTER_BLOCK_BYTES = 4 * KIB;

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
