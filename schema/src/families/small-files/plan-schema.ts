import * as z from 'zod/mini';
import { BOUNDS } from '../../documents/bounds.ts';
import { integerWithin } from '../../documents/checks.ts';
import { PLAN_HEAD } from '../family-profile.ts';

export const SMALL_FILES_BOUNDS = { files: { min: 0, max: 20_000 }, trials: { min: 1, max: 9 } } as const;

/** Files of each set: created, copied, both deleted; every copy is compared with what was to be copied. */
export const SmallFilesPlan = z.strictObject({
  family: z.literal('small-files'),
  ...PLAN_HEAD,
  /** 0 leaves a set out. */
  ll_512k_files: integerWithin(SMALL_FILES_BOUNDS.files),
  ll_4k_files: integerWithin(SMALL_FILES_BOUNDS.files),
  hl_4k_files: integerWithin(SMALL_FILES_BOUNDS.files),
  trials: integerWithin(SMALL_FILES_BOUNDS.trials),
  seed: integerWithin(BOUNDS.seed),
});
export type SmallFilesPlan = z.infer<typeof SmallFilesPlan>;
