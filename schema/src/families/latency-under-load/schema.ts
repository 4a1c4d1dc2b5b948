import * as z from 'zod/mini';
import { BOUNDS, FILL_BLOCK_BYTES } from '../../documents/bounds.ts';
import { integerWithin } from '../../documents/checks.ts';
import { Layout } from '../../documents/environment.ts';
import { Fill, Pass } from '../../documents/pass.ts';
import { GIB, MIB } from '../../documents/units.ts';
import { PLAN_HEAD } from '../plan-schema.ts';

const UNDER_LOAD_BOUNDS = {
  file_bytes: { min: 16 * MIB, max: 4 * GIB },
  workers: { min: 1, max: 64 },
  loops: { min: 1, max: 20 },
  limit_s: { min: 1, max: 60 },
} as const;

/**
 * 4 KiB writes at random places, each flushed. In every loop first as many as the drive takes, which is its capacity; then
 * an open loop, in which writes are due at random times, at shares of that capacity.
 */
export const UnderLoadPlan = z.strictObject({
  family: z.literal('latency-under-load'),
  ...PLAN_HEAD,
  file_bytes: integerWithin(UNDER_LOAD_BOUNDS.file_bytes, FILL_BLOCK_BYTES),
  /** So many writes are made at once; those that are due meanwhile wait. */
  workers: integerWithin(UNDER_LOAD_BOUNDS.workers),
  loops: integerWithin(UNDER_LOAD_BOUNDS.loops),
  /** Each of the four windows of a loop, unless the whole file was written sooner. */
  limit_s: integerWithin(UNDER_LOAD_BOUNDS.limit_s),
  seed: integerWithin(BOUNDS.seed),
});
export type UnderLoadPlan = z.infer<typeof UnderLoadPlan>;

const UnderLoadLoop = z.strictObject({
  capacity: Pass,
  /** At `LOADS_PERCENT` of it, in that order; fewer where the run ended before. */
  loads: z.array(Pass).check(z.maxLength(3)),
});

export const UnderLoadResult = z.strictObject({
  family: z.literal('latency-under-load'),
  fill: z.optional(Fill),
  layout: Layout,
  loops: z.array(UnderLoadLoop).check(z.maxLength(UNDER_LOAD_BOUNDS.loops.max)),
});
export type UnderLoadResult = z.infer<typeof UnderLoadResult>;
