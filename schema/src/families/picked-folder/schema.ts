import * as z from 'zod/mini';
import { BOUNDS } from '../../documents/bounds.ts';
import { count, integerWithin, nanoseconds, sparseText } from '../../documents/checks.ts';
import { GIB, MIB } from '../../documents/units.ts';
import { PLAN_HEAD } from '../plan-schema.ts';

const PICKED_BOUNDS = {
  file_bytes: { min: 16 * MIB, max: 16 * GIB },
  random_reads: { min: 100, max: 100_000 },
  small_files: { min: 10, max: 5_000 },
} as const;

/** A folder, or a file, that the person picks; there are no synchronous handles there. */
export const PickedFolderPlan = z.strictObject({
  family: z.literal('picked-folder'),
  ...PLAN_HEAD,
  file_bytes: integerWithin(PICKED_BOUNDS.file_bytes, MIB),
  random_reads: integerWithin(PICKED_BOUNDS.random_reads),
  small_files: integerWithin(PICKED_BOUNDS.small_files),
  seed: integerWithin(BOUNDS.seed),
});
export type PickedFolderPlan = z.infer<typeof PickedFolderPlan>;

/** Calls of one kind, one after the other. */
export const PickedCell = z.strictObject({
  /** `ceiling`: the same calls on the browser's own storage, where what is read is in memory. */
  place: z.enum(['picked', 'ceiling']),
  step: z.enum(['write', 'seq_read', 'rnd_read', 'create', 'delete']),
  ops: count(),
  bytes: count(),
  /** `write`: from opening the stream to its last write. */
  elapsed_ns: nanoseconds(),
  /** `write` alone: closing the stream, by which the browser puts the file in its place. */
  close_ns: nanoseconds(),
  histogram: sparseText(),
  /** Blocks whose content was compared, outside the timed calls. */
  verified_blocks: count(),
});
export type PickedCell = z.infer<typeof PickedCell>;

export const PickedFolderResult = z.strictObject({
  family: z.literal('picked-folder'),
  cells: z.array(PickedCell).check(z.maxLength(10)),
});
export type PickedFolderResult = z.infer<typeof PickedFolderResult>;
