import { rule } from '../../plan/refusal-text.ts';
import * as z from 'zod/mini';
import { BOUNDS, FILL_BLOCK_BYTES } from '../../documents/bounds.ts';
import { Direction, integerWithin, Pattern } from '../../documents/checks.ts';
import { Layout } from '../../documents/environment.ts';
import { Fill, JobResult } from '../../documents/pass.ts';
import { PLAN_HEAD } from '../plan-schema.ts';

const SWEEP_BOUNDS = { limit_ms: { min: 100, max: 60_000 }, warm_up_ms: { min: 0, max: 10_000 } } as const;

const isPowerOfTwo = (value: number) => Number.isInteger(Math.log2(value));

const powerOfTwo = (bounds: { min: number; max: number }) =>
  integerWithin(bounds).check(
    z.refine(isPowerOfTwo, rule('power_of_two', { from: String(bounds.min), to: String(bounds.max) })),
  );

const planFields = {
  ...PLAN_HEAD,
  pattern: Pattern,
  directions: z.array(Direction).check(z.minLength(1), z.maxLength(2)),
  file_bytes: integerWithin(BOUNDS.file_bytes, FILL_BLOCK_BYTES),
  /** Each point is measured this long, or until the file has been visited once. */
  limit_ms: integerWithin(SWEEP_BOUNDS.limit_ms),
  /** Discarded, before each point. */
  warm_up_ms: integerWithin(SWEEP_BOUNDS.warm_up_ms),
  seed: integerWithin(BOUNDS.seed),
};

/** Every power of two from the smallest block to the largest, at one queue depth. */
export const BlockSweepPlan = z
  .strictObject({
    family: z.literal('block-sweep'),
    ...planFields,
    min_block_bytes: powerOfTwo(BOUNDS.block_bytes),
    max_block_bytes: powerOfTwo(BOUNDS.block_bytes),
    queues: integerWithin(BOUNDS.queues),
  })
  .check(z.refine((plan) => plan.min_block_bytes <= plan.max_block_bytes, rule('from_above_to')));
export type BlockSweepPlan = z.infer<typeof BlockSweepPlan>;

/** Every power of two from one queue to the most, at one block size. */
export const QueueSweepPlan = z.strictObject({
  family: z.literal('queue-sweep'),
  ...planFields,
  block_bytes: integerWithin(BOUNDS.block_bytes, 512),
  max_queues: powerOfTwo(BOUNDS.queues),
});
export type QueueSweepPlan = z.infer<typeof QueueSweepPlan>;

export type SweepPlan = BlockSweepPlan | QueueSweepPlan;

const resultFields = {
  fill: z.optional(Fill),
  layout: Layout,
  /** One a point and direction: its warm-up, if any, and one pass. */
  jobs: z.array(JobResult).check(z.maxLength(32)),
};

export const BlockSweepResult = z.strictObject({ family: z.literal('block-sweep'), ...resultFields });
export type BlockSweepResult = z.infer<typeof BlockSweepResult>;

export const QueueSweepResult = z.strictObject({ family: z.literal('queue-sweep'), ...resultFields });
export type QueueSweepResult = z.infer<typeof QueueSweepResult>;

export type SweepResult = BlockSweepResult | QueueSweepResult;
