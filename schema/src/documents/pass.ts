import * as z from 'zod/mini';
import { Layout } from './environment.ts';
import { BUCKET_COUNT } from './histogram.ts';
import { PASS_KINDS } from './lists.ts';
import { count, Direction, nanoseconds, Row, seriesText } from './checks.ts';

/** The core keeps 1,024 bins; workers that begin one after the other spread theirs over some more. */
export const MAX_SERIES_BINS = 1200;
const MAX_SERIES_CHARACTERS = 16 * MAX_SERIES_BINS;
/** Every bucket with the longest gap and the largest count. */
const MAX_HISTOGRAM_CHARACTERS = 20 * BUCKET_COUNT;

const Series = seriesText(MAX_SERIES_CHARACTERS);
/** See `encodeHistogram`. */
const Histogram = z
  .string()
  .check(z.maxLength(MAX_HISTOGRAM_CHARACTERS), z.regex(/^(?:(?:\d{1,3}:)?\d{1,15}(?: (?:\d{1,3}:)?\d{1,15})*)?$/));

/** One direction of one pass, summed over all workers. */
export const Side = z.strictObject({
  ops: count(),
  bytes: count(),
  /** Calls that moved fewer bytes than asked for and were completed by another call. */
  short_ops: count(),
  /** Latencies beyond the histogram's range. */
  dropped: count(),
  /** Time spent inside calls, summed over workers. */
  busy_ns: nanoseconds(),
  /** Smallest and largest latency; 0 where calls were not timed one by one. */
  min_ns: nanoseconds(),
  max_ns: nanoseconds(),
  /** Empty where calls were not timed one by one; otherwise its counts sum to `ops`. */
  histogram: Histogram,
  /** Per bin of `bin_ns`: operations, time inside calls (us, summed over workers), largest latency (us). */
  series: z.strictObject({ ops: Series, busy_us: Series, max_us: Series }),
});
export type Side = z.infer<typeof Side>;

export const PassKind = z.enum(PASS_KINDS);
export type PassKind = z.infer<typeof PassKind>;

/** One timed window of a job. */
export const Pass = z.strictObject({
  kind: PassKind,
  /** 0 is the warm-up, which counts nowhere. */
  loop: count(),
  timing: z.enum(['batched', 'each']),
  ended: z.enum(['limit', 'visited', 'stopped']),
  workers: z.int().check(z.positive()),
  /** From the common start to the last worker's last call, without and with its closing flush. */
  elapsed_ns: nanoseconds(),
  total_ns: nanoseconds(),
  /** Longest closing flush of a worker. */
  flush_ns: nanoseconds(),
  bin_ns: nanoseconds(),
  /**
   * Only of an open loop, in which latencies count from when a call was due: how many were, and how much later than due the
   * workers that waited for one woke up, summed.
   */
  due: z.optional(count()),
  late_ns: z.optional(nanoseconds()),
  /** 0..1: of the time of all processors meanwhile, what this process used, its calls into the system included; a page is not told. */
  processor_share: z.optional(z.number().check(z.nonnegative(), z.maximum(1))),
  read: z.optional(Side),
  write: z.optional(Side),
});
export type Pass = z.infer<typeof Pass>;

/** Why a job could not be finished. The page says for each what to do next. */
export const FailureCode = z.enum([
  'quota_exceeded',
  'disk_full',
  'short_write',
  'verify_failed',
  'handle_lost',
  'worker_died',
  'not_allowed',
  'file_changed',
  'io_error',
  /** The same of a write or a flush: the drive can no longer be written. */
  'write_error',
  'stood_still',
  'internal',
]);
export type FailureCode = z.infer<typeof FailureCode>;

export const MAX_FAILURE_CHARACTERS = 200;

export const Failure = z.strictObject({
  code: FailureCode,
  /** For people who look for the cause; never the only thing shown. */
  detail: z.string().check(z.maxLength(MAX_FAILURE_CHARACTERS)),
  offset_bytes: z.optional(count()),
});
export type Failure = z.infer<typeof Failure>;

/** The source that a read job sets out to read. Whether it did is the verdict's to say. */
export const Reads = z.enum([
  /** Files that no call has touched but the one that wrote them. */
  'drive',
  /** A file that was just written or read, as apps find theirs. */
  'memory',
]);
export type Reads = z.infer<typeof Reads>;

/** One row of the plan in one direction. */
export const JobResult = z.strictObject({
  row: Row,
  direction: Direction,
  /** Only a read job of the grid has it. */
  reads: z.optional(Reads),
  status: z.enum(['done', 'stopped', 'failed']),
  failure: z.optional(Failure),
  workers: z.int().check(z.positive()),
  layout: Layout,
  passes: z.array(Pass).check(z.maxLength(64)),
  /** Sectors whose content was compared after a read. */
  verified_sectors: count(),
});
export type JobResult = z.infer<typeof JobResult>;

/** The cost of the same calls without a drive behind them, for one block size at one number of workers. */
export const Floor = z.strictObject({
  block_bytes: count(),
  workers: z.int().check(z.positive()),
  hot_read: Side,
  empty_read_ns: nanoseconds(),
  get_size_ns: nanoseconds(),
  clean_flush_ns: nanoseconds(),
});
export type Floor = z.infer<typeof Floor>;

/** Filling the file, which extends it: slower than overwriting wherever space must be allocated. */
export const Fill = z.strictObject({
  bytes: count(),
  /** Without the longest flush: of several files that were filled one after the other, the other flushes are in it. */
  elapsed_ns: nanoseconds(),
  flush_ns: nanoseconds(),
});
export type Fill = z.infer<typeof Fill>;
