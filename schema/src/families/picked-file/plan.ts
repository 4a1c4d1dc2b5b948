import * as z from 'zod/mini';
import { BOUNDS, STANDARD_SEED, SUITE_VERSION, integerWithin } from '../../documents/bounds.ts';
import { GIB, KIB, MIB } from '../../documents/units.ts';
import { byteCount, wholeNumber } from '../../plan/codec.ts';
import { loadStep, type Step } from '../../schedule/steps.ts';
import { definePlanSide, FamilyProfile } from '../family.ts';

export const PICKED_FILE_BOUNDS = {
  pairs: { min: 100, max: 100_000 },
  in_order_bytes: { min: 4 * MIB, max: 64 * GIB },
  slice_bytes: { min: MIB, max: 256 * MIB },
  limit_s: { min: 1, max: 600 },
} as const;

/** Larger ones make the system read ahead. */
export const PAIR_BLOCK_BYTES = 4 * KIB;

/** Slices that are read at the same time: one suits a hard disk, four a solid-state drive. Each has its part of the file. */
export const IN_FLIGHT = [1, 4] as const;
export type InFlight = (typeof IN_FLIGHT)[number];

/** How many of the last slices are read again at once, from memory: the ceiling of this browser. */
export const SLICES_AGAIN = 4;

/** A file that is already there, which is only read: blocks at random, each read twice, then large slices in order. */
export const PickedFilePlan = z
  .strictObject({
    family: z.literal('picked-file'),
    suite: z.literal(SUITE_VERSION),
    profile: FamilyProfile,
    /** Blocks that are read, and read again at once. */
    pairs: integerWithin(PICKED_FILE_BOUNDS.pairs),
    /** Read in order at each number of slices in flight; less of a smaller file. */
    in_order_bytes: integerWithin(PICKED_FILE_BOUNDS.in_order_bytes, MIB),
    slice_bytes: integerWithin(PICKED_FILE_BOUNDS.slice_bytes, MIB),
    /** Of each part. */
    limit_s: integerWithin(PICKED_FILE_BOUNDS.limit_s),
    seed: integerWithin(BOUNDS.seed),
  })
  .check(z.refine((plan) => plan.in_order_bytes % plan.slice_bytes === 0, 'bytes must be a multiple of the slice'));
export type PickedFilePlan = z.infer<typeof PickedFilePlan>;

const QUICK: PickedFilePlan = {
  family: 'picked-file',
  suite: SUITE_VERSION,
  profile: 'quick',
  pairs: 1_000,
  in_order_bytes: 256 * MIB,
  slice_bytes: 16 * MIB,
  limit_s: 15,
  seed: STANDARD_SEED,
};

const USUAL_LOAD_S = 0.3;
const USUAL_PAIRS_PER_S = 300;
const USUAL_BYTES_PER_S = 200e6;

export const PAIRS_STEP_ID = 'pairs';
export const inOrderStepId = (inFlight: InFlight) => `in order ${inFlight}`;

export const pickedFilePlanSide = definePlanSide<PickedFilePlan>({
  id: 'picked-file',
  plan: PickedFilePlan,
  profiles: {
    quick: QUICK,
    full: { ...QUICK, profile: 'full', pairs: 10_000, in_order_bytes: 2 * GIB, limit_s: 60 },
  },
  codec: {
    pairs: wholeNumber('pairs'),
    in_order_bytes: byteCount('bytes'),
    slice_bytes: byteCount('slice'),
    limit_s: wholeNumber('limit'),
    seed: wholeNumber('seed'),
  },
  steps: ({ pairs, in_order_bytes, limit_s }) => [
    loadStep('picked-file', USUAL_LOAD_S),
    { id: PAIRS_STEP_ID, pace: 'picked-file pairs', work: pairs, usualPerS: USUAL_PAIRS_PER_S, limitS: limit_s },
    ...IN_FLIGHT.map((inFlight): Step => {
      const id = inOrderStepId(inFlight);
      const pace = `picked-file ${id}`;
      return { id, pace, work: in_order_bytes, usualPerS: USUAL_BYTES_PER_S, limitS: limit_s };
    }),
  ],
  bytesWrittenMax: () => 0,
});
