import * as z from 'zod/mini';
import { Fill, Floor, JobResult } from '../../documents/pass.ts';

export const MatrixResult = z.strictObject({
  family: z.literal('matrix'),
  fill: z.optional(Fill),
  floors: z.array(Floor).check(z.maxLength(64)),
  jobs: z.array(JobResult).check(z.maxLength(48)),
});
export type MatrixResult = z.infer<typeof MatrixResult>;
