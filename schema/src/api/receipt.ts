import * as z from 'zod/mini';
import { RunId } from '../documents/checks.ts';

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
