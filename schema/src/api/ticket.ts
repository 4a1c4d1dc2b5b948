import * as z from 'zod/mini';
import { RunId } from '../documents/checks.ts';
import { BOUNDS } from '../documents/bounds.ts';

export const RunStatus = z.enum(['published', 'held', 'hidden']);
export type RunStatus = z.infer<typeof RunStatus>;

export const RunLinks = z.strictObject({ self: z.string(), html: z.string() });

/** Answer to `PUT /api/v1/runs/{run_id}`. */
export const RunReceipt = z.strictObject({
  run_id: RunId,
  status: RunStatus,
  reasons: z.array(z.string()),
  trust: z.int(),
  /** Why it may not rank: see `EVIDENCE_REASONS`. */
  unranked_because: z.array(z.string()),
  links: RunLinks,
});
export type RunReceipt = z.infer<typeof RunReceipt>;

/** The request for a ticket when a run starts: the seed that its plan will use. */
export const TicketRequest = z.strictObject({
  suite: z.int().check(z.minimum(1), z.maximum(1000)),
  plan_seed: z.int().check(z.minimum(BOUNDS.seed.min), z.maximum(BOUNDS.seed.max)),
});
export type TicketRequest = z.infer<typeof TicketRequest>;

/** Proof that a run began after the server was asked: signed, kept by the client, stored nowhere. Goes into the upload. */
export const Ticket = z.strictObject({
  run_id: RunId,
  suite: z.int(),
  plan_seed: z.int(),
  issued_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Names the internet provider that it was asked for from, for one day and to the service alone. */
  origin: z.string().check(z.regex(/^[A-Za-z0-9_-]{11}$/)),
  /** HMAC-SHA256 over the fields above, base64url. */
  signature: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
});
export type Ticket = z.infer<typeof Ticket>;
