import { FILL_BLOCK_BYTES, STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { GIB, MIB } from '../../documents/units.ts';
import { byteCount, choice, wholeNumber } from '../../plan/codec.ts';
import { type DataFiles, filledBytes } from '../../schedule/files.ts';
import { type Step, fillStep } from '../../schedule/steps.ts';
import { definePlanSide } from '../family.ts';
import type { SustainedPlan } from './plan-schema.ts';
import { roundsMax } from './rounds.ts';

export * from './rounds.ts';

const USUAL_BYTES_PER_S = 400e6;

const QUICK: SustainedPlan = {
  family: 'sustained',
  suite: SUITE_VERSION,
  profile: 'quick',
  budget_bytes: 1088 * MIB,
  round_bytes: 32 * MIB,
  file_bytes: 64 * MIB,
  queues: 1,
  until: 'budget',
  limit_s: 40,
  seed: STANDARD_SEED,
};

export function sustainedFiles({ queues, file_bytes, seed }: SustainedPlan): DataFiles {
  const row = { pattern: 'sequential', block_bytes: FILL_BLOCK_BYTES, queues, threads: 1 } as const;
  return { rows: [row], bytes: file_bytes, data: 'random', seed };
}

/** All rounds are one step: how many there will be is known only at the end. */
export function roundsStep(plan: SustainedPlan): Step {
  return {
    id: 'rounds',
    pace: 'sustained rounds',
    work: roundsMax(plan) * plan.round_bytes,
    usualPerS: USUAL_BYTES_PER_S,
    ...(plan.limit_s > 0 && { limitS: plan.limit_s }),
  };
}

export const sustainedPlanSide = definePlanSide<SustainedPlan>({
  id: 'sustained',
  profiles: {
    quick: QUICK,
    full: {
      ...QUICK,
      profile: 'full',
      budget_bytes: 68 * GIB,
      round_bytes: 256 * MIB,
      file_bytes: 4 * GIB,
      limit_s: 3_600,
    },
  },
  codec: {
    budget_bytes: byteCount('budget'),
    round_bytes: byteCount('round'),
    file_bytes: byteCount('size'),
    queues: wholeNumber('queues'),
    until: choice('until'),
    limit_s: wholeNumber('limit'),
    seed: wholeNumber('seed'),
  },
  steps: (plan, layout) => [fillStep(sustainedFiles(plan), layout), roundsStep(plan)],
  bytesWrittenMax: (plan, layout) => filledBytes(sustainedFiles(plan), layout) + roundsMax(plan) * plan.round_bytes,
});
