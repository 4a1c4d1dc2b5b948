import * as z from 'zod/mini';
import { BOUNDS } from '../../documents/bounds.ts';
import { integerWithin } from '../../documents/checks.ts';
import { Layout } from '../../documents/environment.ts';
import { Fill, Pass } from '../../documents/pass.ts';
import { PLAN_HEAD } from '../plan-schema.ts';

const STUTTER_BOUNDS = {
  calls: { min: 1_000, max: 500_000 },
  workers: { min: 1, max: 64 },
  min_s: { min: 0, max: 600 },
  calls_per_s: { min: 1_000, max: 1_000_000 },
  limit_s: { min: 0, max: 600 },
  threshold_ms: { min: 1, max: 10_000 },
} as const;

/**
 * 4 KiB reads and writes at the same time, at random places of one file. One turn visits each place once; the load goes
 * on, turn after turn over the same blocks, for as long as the plan asks.
 */
export const StutterPlan = z.strictObject({
  family: z.literal('stutter'),
  ...PLAN_HEAD,
  /** Reads in one turn, and as many writes; the file has a block for each. */
  calls: integerWithin(STUTTER_BOUNDS.calls),
  /** Every worker makes reads and writes in turn, so that both go on until the end. */
  workers: integerWithin(STUTTER_BOUNDS.workers),
  /** `each`: a write waits for the drive; `none`: it waits for memory, until that is full. */
  flush: z.enum(['none', 'each']),
  /** The load lasts at least this long; 0: one turn, however quick. */
  min_s: integerWithin(STUTTER_BOUNDS.min_s),
  /** No quicker than this where `min_s` asks for more than a turn: it bounds what a fast drive has to write. */
  calls_per_s: integerWithin(STUTTER_BOUNDS.calls_per_s),
  /** Ends a load, even within its first turn, after this long; 0: no limit. */
  limit_s: integerWithin(STUTTER_BOUNDS.limit_s),
  /** A call that takes longer is a stall. Only shown with it: the table holds all calls. */
  threshold_ms: integerWithin(STUTTER_BOUNDS.threshold_ms),
  seed: integerWithin(BOUNDS.seed),
});
export type StutterPlan = z.infer<typeof StutterPlan>;

export const StutterResult = z.strictObject({
  family: z.literal('stutter'),
  fill: z.optional(Fill),
  layout: Layout,
  /** All calls of the load, as of one pass: its window is the time in which calls were made. */
  pass: z.optional(Pass),
  /** How long the load lasted, with the rests that keep its pace. Like the pass missing where the run ended before it. */
  load_ms: z.optional(z.number().check(z.nonnegative(), z.maximum(1e10))),
});
export type StutterResult = z.infer<typeof StutterResult>;
