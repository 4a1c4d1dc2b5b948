import * as z from 'zod/mini';
import { BOARD_SUBJECTS, parseBoardId } from './ids.ts';
import { BOARD_UNITS } from './metrics.ts';

export const BoardId = z.string().check(z.refine((id) => parseBoardId(id) !== null, 'is not the id of a board'));

export const BoardRow = z.strictObject({
  /** Tells rows apart within a board: a filesystem stands on several operating systems. */
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

export const BoardHead = z.strictObject({
  id: z.string(),
  subject: z.enum(BOARD_SUBJECTS),
  metric: z.string(),
  unit: z.enum(BOARD_UNITS),
  better: z.enum(['higher', 'lower']),
});
export type BoardHead = z.infer<typeof BoardHead>;

export const Board = z.extend(BoardHead, {
  generated_at: z.iso.datetime(),
  rows: z.array(BoardRow),
  next_cursor: z.nullable(z.string()),
});
export type Board = z.infer<typeof Board>;

/** `GET /api/v1/boards`: the boards that have entries. */
export const BoardList = z.strictObject({ boards: z.array(BoardHead) });
export type BoardList = z.infer<typeof BoardList>;

/** `GET /api/v1/devices`: approved devices whose name begins like the question. */
export const DeviceList = z.strictObject({
  devices: z.array(z.strictObject({ slug: z.string(), name: z.string() })),
});
export type DeviceList = z.infer<typeof DeviceList>;
