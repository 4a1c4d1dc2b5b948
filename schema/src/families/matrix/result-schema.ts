import * as z from 'zod/mini';
import { Fill, Floor, JobResult } from '../../documents/pass.ts';
import { Forget } from './forget-result.ts';

export const MatrixResult = z.strictObject({
  family: z.literal('matrix'),
  /** Of a plan with `drive_s`: the size that its file had, by how fast the drive was filled. */
  file_bytes: z.optional(z.int().check(z.positive())),
  fill: z.optional(Fill),
  /** Of a plan that makes the system forget its test files. */
  forget: z.optional(Forget),
  floors: z.array(Floor).check(z.maxLength(64)),
  jobs: z.array(JobResult).check(z.maxLength(48)),
});
export type MatrixResult = z.infer<typeof MatrixResult>;
