import * as z from 'zod/mini';
import { Declaration } from '../documents/declaration.ts';
import { RunId } from '../documents/checks.ts';
import { RunRecord } from '../families/checks.ts';
import { Ticket } from './ticket.ts';

/** The body of `PUT /api/v1/runs/{run_id}`. */
export const RunUpload = z.strictObject({
  record: RunRecord,
  declared: Declaration,
  /** From `POST /api/v1/run-tickets`; a run without one is shown, never ranked. */
  ticket: z.optional(Ticket),
  /** Random id of this machine, made and sent only where the person agreed to it: its last runs count as one. */
  rig_id: z.optional(RunId),
  /**
   * SHA-256 in hex of a deletion key that the client has made and stored: `DELETE` asks for the key. It is known before
   * anything is sent, so a lost answer loses nothing.
   */
  deletion_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type RunUpload = z.infer<typeof RunUpload>;
