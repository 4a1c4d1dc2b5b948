import * as z from 'zod/mini';
import { MAX_WORKERS } from '../documents/bounds.ts';
import { integerWithin, nanoseconds } from '../documents/checks.ts';
import { Client } from '../documents/environment.ts';
import { Forget } from '../families/matrix/schema.ts';

/** Name of an exception, such as `NoModificationAllowedError`: what else it says may be anything. */
const ErrorName = z.string().check(z.regex(/^[A-Za-z]{1,40}$/));

const bytes = () => integerWithin({ min: 0, max: Number.MAX_SAFE_INTEGER });

/**
 * How a browser was seen to serve the engine: trials and counts, and no verdict. A trial that was not
 * reached is absent; `checksOf` says what follows from it.
 */
export const Checkup = z.strictObject({
  checkup: z.literal(1),
  started_at: z.iso.datetime(),
  wall_ms: z.number().check(z.nonnegative(), z.maximum(600_000)),
  core_version: z.string().check(z.regex(/^\d[0-9A-Za-z.+-]{0,31}$/)),
  client: Client,
  /** The page's headers hold, and two threads have seen the same memory. */
  isolation: z.strictObject({ isolated: z.boolean(), shared_memory: z.boolean() }),
  wake_lock: z.strictObject({ outcome: z.enum(['held', 'missing', 'refused']), error: z.optional(ErrorName) }),
  /** `persisted`: the browser does not delete this site's data by itself. `null`: not told. */
  storage: z.strictObject({
    persisted: z.nullable(z.boolean()),
    quota_bytes: z.nullable(bytes()),
    usage_bytes: z.nullable(bytes()),
  }),
  /** Data of two buckets: whether one would be kept that was to be, and whether the other's was gone after its end. */
  eviction: z.optional(z.strictObject({ persisted: z.boolean(), expired: z.boolean() })),
  memory: z.strictObject({
    /** As the browser rounds it; `null`: not told. */
    device_gib: z.nullable(z.number().check(z.nonnegative(), z.maximum(1024))),
    /** That were had at once, and written to. */
    allocated_bytes: bytes(),
  }),
  clock: z.optional(z.strictObject({ step_ns: nanoseconds(), call_ns: nanoseconds() })),
  /** `early`: its calls answer with promises, or take no ArrayBuffer. `missing`: workers have none. */
  handle: z.optional(
    z.strictObject({
      outcome: z.enum(['sync', 'early', 'missing', 'refused', 'no_storage']),
      error: z.optional(ErrorName),
    }),
  ),
  /** Handles that were open at once, of as many as a run may have. */
  handles: z.optional(
    z.strictObject({
      tried: integerWithin({ min: 1, max: MAX_WORKERS }),
      of_one_file: integerWithin({ min: 0, max: MAX_WORKERS }),
      of_own_files: integerWithin({ min: 0, max: MAX_WORKERS }),
      /** Whether one handle read what another had written; `null` where one file had one handle. */
      seen_by_others: z.nullable(z.boolean()),
      /** Why there were no more of one file. */
      error: z.optional(ErrorName),
    }),
  ),
  /** A file that grew without being written, and what the browser says is used before and after. */
  hole: z.optional(
    z.strictObject({
      bytes: bytes(),
      /** Growing with its flush, and reading all of it. */
      grow_ns: nanoseconds(),
      read_ns: nanoseconds(),
      usage_before_bytes: z.nullable(bytes()),
      usage_after_bytes: z.nullable(bytes()),
      /** The quickest small read of it. */
      call_ns: nanoseconds(),
    }),
  ),
  /** A flush after so much was written, and one with nothing to do. */
  flush: z.optional(
    z.strictObject({
      has_flush: z.boolean(),
      bytes: bytes(),
      write_ns: nanoseconds(),
      flush_ns: nanoseconds(),
      clean_flush_ns: nanoseconds(),
      get_size_ns: nanoseconds(),
    }),
  ),
  /** Random reads of 4 KiB through the engine itself, from memory, and after the file was cleared from it. */
  reads: z.optional(
    z.strictObject({
      layout: z.enum(['shared', 'per-worker']),
      workers: integerWithin({ min: 1, max: MAX_WORKERS }),
      forget: z.optional(Forget),
      memory: z.optional(z.strictObject({ p50_ns: nanoseconds(), depth: z.number().check(z.nonnegative()) })),
      drive: z.optional(z.strictObject({ p50_ns: nanoseconds(), depth: z.number().check(z.nonnegative()) })),
    }),
  ),
  /** How the engine's own part ended. */
  run: z.strictObject({ outcome: z.enum(['done', 'late', 'failed', 'refused']), error: z.optional(ErrorName) }),
});
export type Checkup = z.infer<typeof Checkup>;
