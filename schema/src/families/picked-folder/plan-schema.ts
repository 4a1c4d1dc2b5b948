import * as z from 'zod/mini';
import { BOUNDS } from '../../documents/bounds.ts';
import { integerWithin } from '../../documents/checks.ts';
import { GIB, MIB } from '../../documents/units.ts';
import { PLAN_HEAD } from '../family-profile.ts';

export const PICKED_BOUNDS = {
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
