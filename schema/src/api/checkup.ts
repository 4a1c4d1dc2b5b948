import * as z from 'zod/mini';
import { RunId, Sha256 } from '../documents/checks.ts';
import { Client } from '../documents/environment.ts';
import { Checkup } from '../checkup/schema.ts';
import { CHECK_IDS, CHECK_STATES } from '../checkup/verdict.ts';
import { RunLinks } from './ticket.ts';

/** The body of `PUT /api/v1/checkups/{checkup_id}`. */
export const CheckupUpload = z.strictObject({
  checkup: Checkup,
  /** SHA-256 in hex of a key that the client has made and stored: `DELETE` asks for the key. */
  deletion_sha256: Sha256,
});
export type CheckupUpload = z.infer<typeof CheckupUpload>;

/** Answer to it. */
export const CheckupReceipt = z.strictObject({ checkup_id: RunId, links: RunLinks });
export type CheckupReceipt = z.infer<typeof CheckupReceipt>;

/** `GET /api/v1/checkups/{checkup_id}` */
export const CheckupView = z.strictObject({ checkup_id: RunId, created_at: z.iso.datetime(), checkup: Checkup });
export type CheckupView = z.infer<typeof CheckupView>;

/** `GET /api/v1/checkups`: of each provider the newest of each browser, and what follows from each. */
export const CheckupList = z.strictObject({
  checkups: z.array(
    z.strictObject({
      checkup_id: RunId,
      created_at: z.iso.datetime(),
      client: Client,
      states: z.record(z.enum(CHECK_IDS), z.enum(CHECK_STATES)),
    }),
  ),
});
export type CheckupList = z.infer<typeof CheckupList>;
