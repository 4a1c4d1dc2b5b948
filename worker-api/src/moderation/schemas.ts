import { RunStatus } from '@opfsmark/schema/api';
import { MAX_SLUG_CHARACTERS } from '@opfsmark/schema/documents';
import * as z from 'zod/mini';

const MODEL_STATUS = z.enum(['approved', 'rejected', 'pending']);
const RUN_STATUS = z.enum([...RunStatus.options, 'confirmed']);
const reason = () => z.string().check(z.minLength(1), z.maxLength(200));

/** `confirmed`: published, and ranked without the votes of others. */
export const StatusChange = z.strictObject({ status: RUN_STATUS, reason: reason() });
export const RunState = z.strictObject({ run_id: z.string(), status: RUN_STATUS });
export const ReportsClosed = z.strictObject({ run_id: z.string(), closed: z.literal(true) });

/**
 * `hide` takes back everything that a network has published and reported, and keeps it away for some days; `restore` publishes
 * it again and lets it back.
 */
export const NetworkChange = z.strictObject({
  action: z.enum(['hide', 'restore']),
  reason: reason(),
  days: z.optional(z.int().check(z.minimum(1), z.maximum(365))),
});
/** Not `done`: there is more, so send the same again. */
export const NetworkChanged = z.strictObject({ network: z.int(), runs: z.int(), done: z.boolean() });

/** Of a device or a drive. */
export const ModelChange = z.strictObject({ status: MODEL_STATUS });
export const ModelStatus = z.strictObject({ slug: z.string(), status: MODEL_STATUS });

export const ModelName = z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(80)) });
export const ModelNamed = z.strictObject({ slug: z.string(), name: z.string() });

export const ModelMerge = z.strictObject({ into: z.string().check(z.minLength(1), z.maxLength(MAX_SLUG_CHARACTERS)) });
export const ModelMerged = z.strictObject({ alias: z.string(), slug: z.string(), runs: z.int() });

/** `counted`: cohorts that were counted again, `drift`: those of them that were not what their runs say. */
export const Rebuilt = z.strictObject({ done: z.boolean(), counted: z.int(), drift: z.int() });
