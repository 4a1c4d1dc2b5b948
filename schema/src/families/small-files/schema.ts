import * as z from 'zod/mini';
import { BOUNDS } from '../../documents/bounds.ts';
import { CallSum, count, integerWithin, seriesText } from '../../documents/checks.ts';
import { PLAN_HEAD } from '../plan-schema.ts';

const SMALL_FILES_BOUNDS = { files: { min: 0, max: 20_000 }, trials: { min: 1, max: 9 } } as const;

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

const trialsUs = () => seriesText(160);

export const SmallFileCase = z.strictObject({
  id: z.enum(['ll_512k', 'll_4k', 'hl_4k']),
  files: count(),
  /** Calls under way at once while files are created, copied and deleted. */
  in_flight: z.int().check(z.positive(), z.maximum(256)),
  /** One value a finished trial, in microseconds: for all files of the set. `delete` removes originals and copies. */
  create_us: trialsUs(),
  copy_us: trialsUs(),
  delete_us: trialsUs(),
  /** Calls that moved content, in all trials: of a buffer (LL) or of a file (HL). */
  read: CallSum,
  write: CallSum,
  /** Copies whose content was compared, outside the timed part; a difference ends the run. */
  verified_files: count(),
});
export type SmallFileCase = z.infer<typeof SmallFileCase>;

export const SmallFilesResult = z.strictObject({
  family: z.literal('small-files'),
  cases: z.array(SmallFileCase).check(z.maxLength(3)),
});
export type SmallFilesResult = z.infer<typeof SmallFilesResult>;
