import * as z from 'zod/mini';
import { BOUNDS } from '../../documents/bounds.ts';
import { Failure } from '../../documents/pass.ts';
import { count, nanoseconds } from '../../documents/checks.ts';
import { CONTENDER_IDS } from './contender-ids.ts';
import { WORKLOAD_IDS } from './workloads.ts';

const perLoop = () => z.array(nanoseconds()).check(z.maxLength(BOUNDS.loops.max));

/** One workload through one contender. Loops are in the order in which they ran. */
export const AppStorageCell = z.strictObject({
  workload: z.enum(WORKLOAD_IDS),
  /** Of each loop. */
  ops: count(),
  bytes: count(),
  elapsed_ns: perLoop(),
  /** Time inside calls of sync access handles, per loop; empty where the contender's storage calls cannot be counted. */
  storage_ns: perLoop(),
  /** Flushes that the contender asked for, over all loops; `null` where they cannot be counted. */
  flushes: z.nullable(count()),
});
export type AppStorageCell = z.infer<typeof AppStorageCell>;

/** What a contender kept when the worker that wrote was ended in the middle of a put. */
export const AppStorageSurvival = z.strictObject({
  /** Puts that had been answered. */
  acknowledged: count(),
  opened: z.boolean(),
  /** Answered puts that are not there afterwards. */
  lost: count(),
  /** Values that are neither what was put nor absent. */
  torn: count(),
  /** Rows from before that are no longer what they were. */
  damaged: count(),
});
export type AppStorageSurvival = z.infer<typeof AppStorageSurvival>;

/** Why a contender cannot run here. */
export const MissingReason = z.enum([
  'no_sync_handles',
  'no_shared_handles',
  'no_create_writable',
  'no_indexeddb',
  'no_cache',
  'page_only',
]);
export type MissingReason = z.infer<typeof MissingReason>;

export const AppStorageRow = z.strictObject({
  contender: z.enum(CONTENDER_IDS),
  status: z.enum(['done', 'stopped', 'failed', 'missing']),
  failure: z.optional(Failure),
  missing: z.optional(MissingReason),
  /** Of the library, as it was bundled; empty for the browser's own. */
  version: z.string().check(z.maxLength(40)),
  /** Of all rows after the last loop; empty before. */
  checksum: z.string().check(z.regex(/^(?:[0-9a-f]{8})?$/)),
  cells: z.array(AppStorageCell).check(z.maxLength(WORKLOAD_IDS.length)),
  survival: z.nullable(AppStorageSurvival),
});
export type AppStorageRow = z.infer<typeof AppStorageRow>;

export const AppStorageResult = z.strictObject({
  family: z.literal('app-storage'),
  rows: z.array(AppStorageRow).check(z.maxLength(CONTENDER_IDS.length)),
});
export type AppStorageResult = z.infer<typeof AppStorageResult>;
