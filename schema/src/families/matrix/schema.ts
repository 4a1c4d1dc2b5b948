import * as z from 'zod/mini';
import { count, nanoseconds } from '../../documents/checks.ts';
import { Fill, Floor, JobResult } from '../../documents/pass.ts';
import type { RecordOf } from '../family.ts';
import type { MatrixPlan } from './plan-schema.ts';

/** How the page cache was filled with holes until it dropped the test files: see `cache` of the plan. */
export const Forget = z.strictObject({
  /** Holes, each read once. */
  bytes_read: count(),
  elapsed_ns: nanoseconds(),
  /** `no_space`: the hole files could not grow, or had a third of what is left to the site. `holes_cost`: growing them took as long as writing zeros would. */
  ended: z.enum(['forgotten', 'limit_bytes', 'limit_time', 'no_space', 'holes_cost', 'not_supported']),
  /** Those `samples` of a file that was written last that took longer than from memory. */
  slow_samples: count(),
  samples: count(),
});
export type Forget = z.infer<typeof Forget>;

export const MatrixResult = z.strictObject({
  family: z.literal('matrix'),
  /** The size of the file in a plan with `drive_s`, by how fast the drive was filled. */
  file_bytes: z.optional(z.int().check(z.positive())),
  fill: z.optional(Fill),
  /** Where the plan makes the system forget its test files. */
  forget: z.optional(Forget),
  floors: z.array(Floor).check(z.maxLength(64)),
  jobs: z.array(JobResult).check(z.maxLength(48)),
});
export type MatrixResult = z.infer<typeof MatrixResult>;

export type MatrixRecord = RecordOf<MatrixPlan, MatrixResult>;
