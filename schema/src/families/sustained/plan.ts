import * as z from 'zod/mini';
import { BOUNDS, FILL_BLOCK_BYTES, STANDARD_SEED, SUITE_VERSION, integerWithin } from '../../documents/bounds.ts';
import { GIB, MIB } from '../../documents/units.ts';
import { byteCount, choice, wholeNumber } from '../../plan/codec.ts';
import { type DataFiles, filledBytes } from '../../schedule/files.ts';
import { type Step, fillStep } from '../../schedule/steps.ts';
import { FamilyProfile, definePlanSide } from '../family.ts';

export const MAX_ROUNDS = 4_096;

export const SUSTAINED_BOUNDS = {
  budget_bytes: { min: 64 * MIB, max: 1024 * GIB },
  round_bytes: { min: MIB, max: GIB },
  queues: { min: 1, max: 16 },
  limit_s: { min: 0, max: 86_400 },
} as const;

/** Writes round after round, each with its flush, until the drive is steady or the budget is used up. */
export const SustainedPlan = z
  .strictObject({
    family: z.literal('sustained'),
    suite: z.literal(SUITE_VERSION),
    profile: FamilyProfile,
    /** The most that is written, filling the file included: agreed to before it begins. */
    budget_bytes: integerWithin(SUSTAINED_BOUNDS.budget_bytes, MIB),
    /** A round is one point of the chart: this many bytes, and a flush. */
    round_bytes: integerWithin(SUSTAINED_BOUNDS.round_bytes, FILL_BLOCK_BYTES),
    /** The rounds go through a file of this size, over and over. */
    file_bytes: integerWithin(BOUNDS.file_bytes, FILL_BLOCK_BYTES),
    queues: integerWithin(SUSTAINED_BOUNDS.queues),
    until: z.enum(['steady', 'budget']),
    /** Ends it after this long; 0: no limit. */
    limit_s: integerWithin(SUSTAINED_BOUNDS.limit_s),
    seed: integerWithin(BOUNDS.seed),
  })
  .check(
    z.refine((plan) => plan.file_bytes % plan.round_bytes === 0, 'the file must be a multiple of the round'),
    z.refine(
      (plan) => plan.budget_bytes >= plan.file_bytes + plan.round_bytes,
      'the budget is used up by filling the file',
    ),
    z.refine((plan) => roundsMax(plan) <= MAX_ROUNDS, `more than ${MAX_ROUNDS} rounds: make them larger`),
  );
export type SustainedPlan = z.infer<typeof SustainedPlan>;

/** How many rounds the budget is for. */
export function roundsMax(plan: Pick<SustainedPlan, 'budget_bytes' | 'file_bytes' | 'round_bytes'>): number {
  return Math.floor((plan.budget_bytes - plan.file_bytes) / plan.round_bytes);
}

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
  plan: SustainedPlan,
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
