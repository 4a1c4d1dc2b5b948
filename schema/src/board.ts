import * as z from 'zod/mini';

/**
 * Name of a ranked number: `<row>_<figure>`, for example `rnd4k_q1t1_write`, or `score`.
 * Figures: `read` (only where the drive was read), `feel` (reads as apps feel them, cache included), `mix`,
 * `write` (write + flush, the headline), `buffered`, `flush` (median latency of a write with its own flush).
 */
export const MetricId = z.string().check(z.regex(/^(?:(?:seq|rnd)\d{1,6}[mkb]_q\d{1,2}t\d{1,2}_(?:read|feel|mix|write|buffered|flush)|score)$/));

export const BoardSubject = z.enum(['device', 'filesystem', 'browser', 'os']);
export type BoardSubject = z.infer<typeof BoardSubject>;

/**
 * `<subject>.<metric>.<layout>`, then optionally `.<os>-<browser>` (always on flush boards, because flush means
 * something else elsewhere) and `.<filesystem>`, all lower case: `device.rnd4k_q1t1_write.shared.linux-chrome`.
 */
export const BoardId = z.string().check(z.maxLength(160), z.regex(/^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+){2,4}$/));

export const BoardRow = z.strictObject({
  /** `null` while provisional: fewer machines than a rank needs. */
  rank: z.nullable(z.int()),
  /** Shares its rank: the intervals overlap. */
  tied: z.boolean(),
  provisional: z.boolean(),
  /** What the row is about: slug for links, name for people. */
  subject: z.strictObject({ slug: z.string(), name: z.string() }),
  filesystem: z.nullable(z.string()),
  /** Median over machines and its interval, in the board's unit. */
  value: z.number(),
  low: z.number(),
  high: z.number(),
  p99_ns: z.nullable(z.number()),
  rigs: z.int(),
  runs: z.int(),
  /** The latest run behind the row. */
  run_id: z.string(),
});
export type BoardRow = z.infer<typeof BoardRow>;

export const Board = z.strictObject({
  id: z.string(),
  subject: BoardSubject,
  metric: z.string(),
  unit: z.enum(['bytes_per_s', 'iops', 'ns', 'points']),
  better: z.enum(['higher', 'lower']),
  generated_at: z.iso.datetime(),
  rows: z.array(BoardRow),
  next_cursor: z.nullable(z.string()),
});
export type Board = z.infer<typeof Board>;
