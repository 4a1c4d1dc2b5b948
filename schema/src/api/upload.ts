import * as z from 'zod/mini';
import { Declaration } from '../documents/declaration.ts';
import { RunId } from '../documents/checks.ts';
import { RunRecord } from '../families/record.ts';
import { Ticket } from './ticket.ts';

/** The body of `PUT /api/v1/runs/{run_id}`. */
export const RunUpload = z.strictObject({
  record: RunRecord,
  declared: Declaration,
  /** From `POST /api/v1/run-tickets`; a run without one is shown, never ranked. */
  ticket: z.optional(Ticket),
  /** Random id of this machine, made and sent only where the person agreed to it; all its runs are one vote. */
  rig_id: z.optional(RunId),
});
export type RunUpload = z.infer<typeof RunUpload>;
