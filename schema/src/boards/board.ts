import * as z from 'zod/mini';
import { BOARD_SUBJECTS } from './ids.ts';
import { WarningTexts } from '../documents/checks.ts';
import { BOARD_LAYOUTS } from '../documents/lists.ts';
import { BOARD_UNITS } from './metrics.ts';

/** A number before a name: confirmed rows have one, and with the policy `open` all rows. */
const Ranked = z.strictObject({
  /** By value among those that have a number, from 1 at the best. */
  place: z.int(),
  /** The place of the best that it cannot be told from: all with the same one are a band. */
  rank: z.int(),
  /** Shares its rank: no clear difference, see `isDifferent`. */
  tied: z.boolean(),
});

export const BoardRow = z.strictObject({
  /** Tells rows apart within a board: a filesystem stands on several operating systems. */
  key: z.string(),
  /** By value among all that is listed, from 1 at the best; `null` where it is folded. */
  position: z.nullable(z.int()),
  ranked: z.nullable(Ranked),
  /** Why it is folded: `far` better than others, or one of `many` rows of one internet provider. It counts all the same. */
  fold: z.optional(z.enum(['far', 'many'])),
  /** The subject of the row: slug for links, name for people. */
  subject: z.strictObject({ slug: z.string(), name: z.string() }),
  filesystem: z.nullable(z.string()),
  /** Of a device: its drives, those of most providers first, three at most. */
  drives: z.optional(z.array(z.strictObject({ slug: z.string(), name: z.string() }))),
  /** Median over internet providers and its interval, in the board's unit; of a row with confirmed runs over these alone. */
  value: z.number(),
  low: z.number(),
  high: z.number(),
  p99_ns: z.nullable(z.number()),
  /** Only for a picked folder: what the same browser reached in memory in the run that stands for the row, in the board's unit. */
  ceiling: z.optional(z.number()),
  /** Internet providers whose customers measured it; with the policy `open` machines, where nobody names providers. */
  providers: z.int(),
  runs: z.int(),
  /** The run that stands for the row: the value is its own. */
  run_id: z.string(),
  /** Warnings about the run that stands for the row. */
  warnings: WarningTexts,
});
export type BoardRow = z.infer<typeof BoardRow>;

/** A recent run that has no place on the board, because it lacks evidence or looks wrong: shown under the rows. */
export const RecentRow = z.strictObject({
  run_id: z.string(),
  created_at: z.iso.datetime(),
  device: z.strictObject({ slug: z.string(), name: z.string() }),
  filesystem: z.nullable(z.string()),
  os: z.string(),
  browser: z.string(),
  /** Major version of the browser; '' where it is none that is known. */
  version: z.string(),
  /** As they were declared. */
  drive: z.nullable(z.string()),
  interface: z.nullable(z.string()),
  value: z.number(),
  p99_ns: z.nullable(z.number()),
  ceiling: z.optional(z.number()),
  /** 1: it counts. */
  trust: z.int(),
  /** Why it does not count: see `EVIDENCE_REASONS`. */
  unranked_because: z.array(z.string()),
  /** Where the service says that its reads came from: from the drive, or (also) from memory; `null` for anything else. */
  origin: z.nullable(z.enum(['drive', 'memory'])),
  /** It was probably kept in memory (a private window), or its flushes did nothing: it never counts. */
  suspected: z.optional(z.enum(['memory_backed', 'flush_does_nothing'])),
  warnings: WarningTexts,
});
export type RecentRow = z.infer<typeof RecentRow>;

/** A run that this project measured itself: in its place by value, without a position or a rank. It counts for nothing. */
export const ReferenceRow = z.strictObject({
  ...{ key: z.string(), name: z.string() },
  measured_at: z.iso.datetime(),
  ...{ os: z.string(), browser: z.string(), version: z.string() },
  filesystem: z.nullable(z.string()),
  value: z.number(),
  p99_ns: z.nullable(z.number()),
  ceiling: z.optional(z.number()),
});
export type ReferenceRow = z.infer<typeof ReferenceRow>;

const BoardHead = z.strictObject({
  id: z.string(),
  subject: z.enum(BOARD_SUBJECTS),
  metric: z.string(),
  unit: z.enum(BOARD_UNITS),
  better: z.enum(['higher', 'lower']),
});
type BoardHead = z.infer<typeof BoardHead>;

export const Board = z.extend(BoardHead, {
  generated_at: z.iso.datetime(),
  /** Best first. */
  rows: z.array(BoardRow),
  /** Rows that a page folds, best first, on the first page only: at most 50, none of them of a provider alone. */
  folded: z.optional(z.array(BoardRow)),
  /** Best first, on boards that list fewer than 20 results. */
  references: z.optional(z.array(ReferenceRow)),
  /** All rows of this board that have a position. */
  total: z.int(),
  /** `open`: on this service every row has a number. */
  policy: z.optional(z.enum(['open'])),
  /** Newest first, on the first page only. */
  recent: z.array(RecentRow),
  next_cursor: z.nullable(z.string()),
});
export type Board = z.infer<typeof Board>;

/** Where runs were made that boards list. */
export const BoardPlace = z.strictObject({
  layout: z.enum(BOARD_LAYOUTS),
  os: z.string(),
  browser: z.string(),
  filesystem: z.nullable(z.string()),
});
export type BoardPlace = z.infer<typeof BoardPlace>;

/** `GET /api/v1/boards`: the boards that list something, and where their runs were made. */
export const BoardList = z.strictObject({ boards: z.array(BoardHead), places: z.array(BoardPlace) });
export type BoardList = z.infer<typeof BoardList>;

/** Present where nobody has confirmed it. */
const unconfirmed = z.optional(z.boolean());

/** `GET /api/v1/boards/{board_id}/subjects`: what the board lists with every word of the text in its name, best first. */
export const SubjectList = z.strictObject({
  /** `run_id`: of the typical result. */
  subjects: z.array(z.strictObject({ key: z.string(), name: z.string(), run_id: z.string(), unconfirmed })),
});
export type SubjectList = z.infer<typeof SubjectList>;

/** `GET /api/v1/devices`: listed devices with every word of the text in their name, confirmed ones first. */
export const DeviceList = z.strictObject({
  devices: z.array(z.strictObject({ slug: z.string(), name: z.string(), unconfirmed })),
});
export type DeviceList = z.infer<typeof DeviceList>;
