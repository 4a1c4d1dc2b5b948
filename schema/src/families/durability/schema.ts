import { rule } from '../../plan/refusal-text.ts';
import * as z from 'zod/mini';
import { BOUNDS, SECTOR_BYTES } from '../../documents/bounds.ts';
import { integerWithin } from '../../documents/checks.ts';
import { Layout } from '../../documents/environment.ts';
import { Fill, Pass } from '../../documents/pass.ts';
import { KIB, MIB } from '../../documents/units.ts';
import { PLAN_HEAD } from '../plan-schema.ts';

const DURABILITY_BOUNDS = {
  bytes: { min: MIB, max: 8 * 1024 * MIB },
  block_bytes: { min: 4 * KIB, max: 16 * MIB },
  loops: { min: 1, max: 100 },
  enough_s: { min: 0, max: 600 },
  limit_s: { min: 0, max: 600 },
} as const;

/** The same megabytes three ways: never flushed, flushed at the end, flushed after every write. */
export const DurabilityPlan = z
  .strictObject({
    family: z.literal('durability'),
    ...PLAN_HEAD,
    /** Written in each way and loop. */
    bytes: integerWithin(DURABILITY_BOUNDS.bytes, MIB),
    block_bytes: integerWithin(DURABILITY_BOUNDS.block_bytes, SECTOR_BYTES),
    /** At most: what is written is bounded by them. */
    loops: integerWithin(DURABILITY_BOUNDS.loops),
    /** No loop begins after the loops have gone on for this long; 0: all loops are made. */
    enough_s: integerWithin(DURABILITY_BOUNDS.enough_s),
    /** Ends one way in one loop earlier; 0: only when all is written. */
    limit_s: integerWithin(DURABILITY_BOUNDS.limit_s),
    seed: integerWithin(BOUNDS.seed),
  })
  .check(z.refine((plan) => plan.bytes % plan.block_bytes === 0, rule('block_multiple')));
export type DurabilityPlan = z.infer<typeof DurabilityPlan>;

const passes = () => z.array(Pass).check(z.maxLength(DURABILITY_BOUNDS.loops.max));

export const DurabilityResult = z.strictObject({
  family: z.literal('durability'),
  fill: z.optional(Fill),
  layout: Layout,
  none: passes(),
  end: passes(),
  each: passes(),
});
export type DurabilityResult = z.infer<typeof DurabilityResult>;
