import { rule } from '../../plan/refusal-text.ts';
import * as z from 'zod/mini';
import { BOUNDS } from '../../documents/bounds.ts';
import { count, integerWithin, nanoseconds, sparseText } from '../../documents/checks.ts';
import { GIB, MIB } from '../../documents/units.ts';
import { PLAN_HEAD } from '../plan-schema.ts';

const PICKED_FILE_BOUNDS = {
  pairs: { min: 100, max: 100_000 },
  in_order_bytes: { min: 4 * MIB, max: 64 * GIB },
  slice_bytes: { min: MIB, max: 256 * MIB },
  limit_s: { min: 1, max: 600 },
} as const;

/** A file that is already there, which is only read: blocks at random, each read twice, then large slices in order. */
export const PickedFilePlan = z
  .strictObject({
    family: z.literal('picked-file'),
    ...PLAN_HEAD,
    /** Blocks that are read, and read again at once. */
    pairs: integerWithin(PICKED_FILE_BOUNDS.pairs),
    /** Read in order at each number of slices in flight; less of a smaller file. */
    in_order_bytes: integerWithin(PICKED_FILE_BOUNDS.in_order_bytes, MIB),
    slice_bytes: integerWithin(PICKED_FILE_BOUNDS.slice_bytes, MIB),
    /** Ends each part. */
    limit_s: integerWithin(PICKED_FILE_BOUNDS.limit_s),
    seed: integerWithin(BOUNDS.seed),
  })
  .check(z.refine((plan) => plan.in_order_bytes % plan.slice_bytes === 0, rule('slice_multiple')));
export type PickedFilePlan = z.infer<typeof PickedFilePlan>;

/** Reads of one kind. */
export const FileReads = z.strictObject({
  ops: count(),
  bytes: count(),
  /** From the first call to the end of the last one; without the calls of the other kind in between. */
  elapsed_ns: nanoseconds(),
  /** Time inside calls; several may be under way at once. */
  busy_ns: nanoseconds(),
  histogram: sparseText(),
});
export type FileReads = z.infer<typeof FileReads>;

/** `again`: the same places, read once more at once, now from memory. */
const twice = () => z.strictObject({ first: FileReads, again: FileReads });

export const InOrder = z.strictObject({ in_flight: z.literal([1, 4]), first: FileReads, again: FileReads });
export type InOrder = z.infer<typeof InOrder>;

export const PickedFileResult = z.strictObject({
  family: z.literal('picked-file'),
  /** Missing where the run ended before it. */
  pairs: z.optional(twice()),
  in_order: z.array(InOrder).check(z.maxLength(2)),
});
export type PickedFileResult = z.infer<typeof PickedFileResult>;
