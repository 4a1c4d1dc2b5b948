import * as z from 'zod/mini';
import { BOUNDS, SUITE_VERSION } from '../../documents/bounds.ts';
import { integerWithin } from '../../documents/checks.ts';
import { FamilyProfile } from '../family-profile.ts';

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
