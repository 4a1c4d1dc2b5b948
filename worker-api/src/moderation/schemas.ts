import * as z from 'zod/mini';
import { MAX_SLUG_CHARACTERS } from '../base/limits.ts';

const DEVICE_STATUS = z.enum(['approved', 'rejected', 'pending']);
const RUN_STATUS = z.enum(['published', 'held', 'hidden']);

export const StatusChange = z.strictObject({
  status: RUN_STATUS,
  reason: z.string().check(z.minLength(1), z.maxLength(200)),
});
export const RunState = z.strictObject({ run_id: z.string(), status: RUN_STATUS });

export const DeviceChange = z.strictObject({ status: DEVICE_STATUS });
export const DeviceStatus = z.strictObject({ slug: z.string(), status: DEVICE_STATUS });

export const DeviceMerge = z.strictObject({ into: z.string().check(z.minLength(1), z.maxLength(MAX_SLUG_CHARACTERS)) });
export const DeviceMerged = z.strictObject({ alias: z.string(), slug: z.string(), runs: z.int() });

/** `drift`: cells that differed from what the runs say; `null` until it is done. */
export const Rebuilt = z.strictObject({ done: z.boolean(), generation: z.int(), drift: z.nullable(z.int()) });

export const HeldList = z.strictObject({
  runs: z.array(
    z.strictObject({
      run_id: z.string(),
      created_ms: z.int(),
      device: z.string(),
      status: RUN_STATUS,
      reasons: z.array(z.string()),
      reports: z.int(),
    }),
  ),
});
export type HeldList = z.infer<typeof HeldList>;

/** Keys whose boards could not be written, and when they are tried again. */
export const SetAsideList = z.strictObject({
  keys: z.array(
    z.strictObject({
      keys: z.string(),
      first_ms: z.int(),
      failures: z.int(),
      retry_ms: z.int(),
      error: z.string(),
    }),
  ),
});
export type SetAsideList = z.infer<typeof SetAsideList>;

export const AuditList = z.strictObject({
  entries: z.array(
    z.strictObject({
      audit_id: z.string(),
      created_ms: z.int(),
      action: z.string(),
      subject: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type AuditList = z.infer<typeof AuditList>;
