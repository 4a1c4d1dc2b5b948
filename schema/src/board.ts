import * as z from 'zod/mini';

/**
 * Name of a ranked number: `<row>_<figure>`, for example `rnd4k_q1t1_write`, or `score`.
 * Figures: `read` (only where the drive was read), `feel` (reads as apps feel them, cache included), `mix`,
 * `write` (write + flush, the headline), `buffered`, `flush` (median latency of a write with its own flush).
 * What is reached in a picked folder has names of its own, `PICKED_METRICS`.
 */
export const MetricId = z
  .string()
  .check(
    z.regex(
      /^(?:(?:seq|rnd)\d{1,8}[mkb]_q\d{1,2}t\d{1,2}_(?:read|feel|mix|write|buffered|flush)|score|picked_(?:file_)?(?:seq|rnd)_read|picked_seq_write|picked_(?:create|delete))$/,
    ),
  );

/** In bytes, calls and files a second; a write with the closing by which the browser puts the file in its place. */
export const PICKED_METRICS = [
  'picked_seq_read',
  'picked_seq_write',
  'picked_rnd_read',
  'picked_create',
  'picked_delete',
  'picked_file_seq_read',
  'picked_file_rnd_read',
] as const;
export type PickedMetric = (typeof PICKED_METRICS)[number];

/**
 * What has boards of its own, because its numbers mean something else: the layouts of the page's sync handles, the command
 * line under Node.js, whose calls end in the system without a browser between, and what a person has picked: a folder,
 * which is written first, or a file that was there before, which is only read.
 */
export const BOARD_LAYOUTS = ['shared', 'per-worker', 'node', 'picked-folder', 'picked-file'] as const;
export const BoardLayout = z.enum(BOARD_LAYOUTS);
export type BoardLayout = z.infer<typeof BoardLayout>;

export type PickedLayout = Extract<BoardLayout, `picked-${string}`>;
export const isPickedLayout = (layout: BoardLayout): layout is PickedLayout => layout.startsWith('picked-');
export const isPickedMetric = (metric: string): metric is PickedMetric => PICKED_METRICS.some((own) => own === metric);

/** Whether there can be such boards: what a person picked has other figures than a sync handle, a folder others than a file. */
export function isMetricOf(metric: string, layout: BoardLayout): boolean {
  if (!z.safeParse(MetricId, metric).success || isPickedMetric(metric) !== isPickedLayout(layout)) return false;
  return !isPickedMetric(metric) || metric.startsWith('picked_file_') === (layout === 'picked-file');
}

export const BoardUnit = z.enum(['bytes_per_s', 'iops', 'files_per_s', 'ns', 'points']);
export type BoardUnit = z.infer<typeof BoardUnit>;

export const BoardSubject = z.enum(['device', 'filesystem', 'browser', 'os']);
export type BoardSubject = z.infer<typeof BoardSubject>;

/**
 * `<subject>.<metric>.<layout>`, then optionally `.<os>-<browser>` (always on flush boards, because flush means
 * something else elsewhere) and `.<filesystem>`, all lower case: `device.rnd4k_q1t1_write.shared.linux-chrome`.
 */
export const BoardId = z.string().check(z.maxLength(160), z.regex(/^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+){2,4}$/));

export const BoardRow = z.strictObject({
  /** Unique among the rows of a board. A slug is not: one filesystem has a row per operating system. */
  key: z.string(),
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
  /** Of a picked folder: what the same browser reached in memory in the latest run behind the row, in the board's unit. */
  ceiling: z.optional(z.number()),
  rigs: z.int(),
  runs: z.int(),
  /** The latest run behind the row. */
  run_id: z.string(),
  /** All that is known of it was probably kept in memory (a private window): listed, never ranked. */
  suspected: z.optional(z.literal('memory_backed')),
});
export type BoardRow = z.infer<typeof BoardRow>;

export const Board = z.strictObject({
  id: z.string(),
  subject: BoardSubject,
  metric: z.string(),
  unit: BoardUnit,
  better: z.enum(['higher', 'lower']),
  generated_at: z.iso.datetime(),
  rows: z.array(BoardRow),
  next_cursor: z.nullable(z.string()),
});
export type Board = z.infer<typeof Board>;

/** `GET /api/v1/boards`: the boards that have entries. */
export const BoardList = z.strictObject({
  boards: z.array(
    z.strictObject({
      id: z.string(),
      subject: BoardSubject,
      metric: z.string(),
      unit: BoardUnit,
      better: z.enum(['higher', 'lower']),
    }),
  ),
});
export type BoardList = z.infer<typeof BoardList>;

export interface BoardParts {
  readonly subject: BoardSubject;
  readonly metric: string;
  readonly layout: BoardLayout;
  /** "linux-chrome" */
  readonly client: string | null;
  readonly filesystem: string | null;
}

/** What a board's id says; `null` where there can be no such board. */
export function parseBoardId(id: string): BoardParts | null {
  const [subject, metric, layout, client = null, filesystem = null, ...more] = id.split('.');
  const known = z.safeParse(BoardSubject, subject);
  if (!known.success || more.length > 0 || metric === undefined) return null;
  const ground = z.safeParse(BoardLayout, layout);
  if (!ground.success || !isMetricOf(metric, ground.data)) return null;
  // Only devices have boards within one operating system and browser; a flush means something else elsewhere.
  if (client !== null && (known.data !== 'device' || !/^[a-z][a-z0-9-]*-[a-z][a-z0-9-]*$/.test(client))) return null;
  if (client === null && metric.endsWith('_flush')) return null;
  return { subject: known.data, metric, layout: ground.data, client, filesystem };
}

export function boardUnit(metric: string): Board['unit'] {
  if (metric === 'score') return 'points';
  if (metric.endsWith('_flush')) return 'ns';
  if (metric === 'picked_create' || metric === 'picked_delete') return 'files_per_s';
  if (/^picked_(?:file_)?seq_/.test(metric)) return 'bytes_per_s';
  return metric.startsWith('seq') ? 'bytes_per_s' : 'iops';
}

export function boardBetter(metric: string): Board['better'] {
  return metric.endsWith('_flush') ? 'lower' : 'higher';
}

/** `GET /api/v1/devices`: approved devices whose name begins like the question. */
export const DeviceList = z.strictObject({
  devices: z.array(z.strictObject({ slug: z.string(), name: z.string() })),
});
export type DeviceList = z.infer<typeof DeviceList>;
