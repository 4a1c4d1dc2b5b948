import { rule } from '../../plan/refusal-text.ts';
import * as z from 'zod/mini';
import { BOUNDS, FILL_BLOCK_BYTES } from '../../documents/bounds.ts';
import { integerWithin, seriesText } from '../../documents/checks.ts';
import { Layout } from '../../documents/environment.ts';
import { Fill, Side } from '../../documents/pass.ts';
import { GIB, MIB } from '../../documents/units.ts';
import { MAX_ROUNDS, roundsMax } from './rounds.ts';
import { PLAN_HEAD } from '../plan-schema.ts';

const SUSTAINED_BOUNDS = {
  budget_bytes: { min: 64 * MIB, max: 1024 * GIB },
  round_bytes: { min: MIB, max: GIB },
  queues: { min: 1, max: 16 },
  limit_s: { min: 0, max: 86_400 },
} as const;

/** Writes round after round, each with its flush, until the speed falls, or is steady, or the budget is used up. */
export const SustainedPlan = z
  .strictObject({
    family: z.literal('sustained'),
    ...PLAN_HEAD,
    /** The most that is written, filling the file included: agreed to before it begins. */
    budget_bytes: integerWithin(SUSTAINED_BOUNDS.budget_bytes, MIB),
    /** A round is one point of the chart: this many bytes, and a flush. */
    round_bytes: integerWithin(SUSTAINED_BOUNDS.round_bytes, FILL_BLOCK_BYTES),
    /** The rounds go through a file of this size, over and over. */
    file_bytes: integerWithin(BOUNDS.file_bytes, FILL_BLOCK_BYTES),
    queues: integerWithin(SUSTAINED_BOUNDS.queues),
    /** `cliff`: the speed has fallen and stays low; `steady`: it has not changed for a while. Or the budget is used up. */
    until: z.enum(['cliff', 'steady', 'budget']),
    /** Ends it after this long; 0: no limit. */
    limit_s: integerWithin(SUSTAINED_BOUNDS.limit_s),
    seed: integerWithin(BOUNDS.seed),
  })
  .check(
    z.refine((plan) => plan.file_bytes % plan.round_bytes === 0, rule('round_multiple')),
    z.refine((plan) => plan.round_bytes >= plan.queues * FILL_BLOCK_BYTES, rule('round_blocks')),
    z.refine((plan) => roundsMax(plan) >= 1, rule('budget_for_file')),
    z.refine((plan) => roundsMax(plan) <= MAX_ROUNDS, rule('rounds', { rounds: String(MAX_ROUNDS) })),
  );
export type SustainedPlan = z.infer<typeof SustainedPlan>;

export const SustainedResult = z.strictObject({
  family: z.literal('sustained'),
  fill: z.optional(Fill),
  layout: Layout,
  workers: z.int().check(z.positive()),
  ended: z.enum(['cliff', 'steady', 'budget', 'limit', 'stopped', 'failed']),
  /** Microseconds of every round, until its last write returned and until its flush was done. */
  elapsed_us: seriesText(),
  total_us: seriesText(),
  /** All writes of all rounds. */
  write: z.optional(Side),
});
export type SustainedResult = z.infer<typeof SustainedResult>;
