import * as z from 'zod/mini';
import { BOARD_SUBJECTS } from './ids.ts';
import { WarningTexts } from '../documents/checks.ts';
import { BOARD_LAYOUTS } from '../documents/lists.ts';
import { BOARD_UNITS } from './metrics.ts';

export const BoardRow = z.strictObject({
  /** Tells rows apart within a board: a filesystem stands on several operating systems. */
  key: z.string(),
  /** By value among the ranked, from 1 at the best. */
  place: z.int(),
  /** The place of the best that it cannot be told from: all with the same one are a band. */
  rank: z.int(),
  /** Shares its rank: no clear difference, see `isDifferent`. */
  tied: z.boolean(),
  /** What the row is about: slug for links, name for people. */
  subject: z.strictObject({ slug: z.string(), name: z.string() }),
  filesystem: z.nullable(z.string()),
  /** Weighted median over networks and its interval, in the board's unit. */
  value: z.number(),
  low: z.number(),
  high: z.number(),
  p99_ns: z.nullable(z.number()),
  /** Only for a picked folder: what the same browser reached in memory in the run that stands for the row, in the board's unit. */
  ceiling: z.optional(z.number()),
  /** Networks that voted: each has one vote. */
  networks: z.int(),
  /** Where votes weigh less than others: how many of one weight would be as sure. */
  votes: z.optional(z.int()),
  /** Where all are trusted: votes confirm nothing of it, and its median and interval are of its listed runs. */
  listed: z.optional(z.literal(true)),
  runs: z.int(),
  /** The run that stands for the row: of those that count, one near the median. */
  run_id: z.string(),
  /** Warnings about the run that stands for the row. */
  warnings: WarningTexts,
});
export type BoardRow = z.infer<typeof BoardRow>;

/** A subject that others have not confirmed: in its place by value among the ranked rows, without a rank. */
export const UnconfirmedRow = z.extend(z.omit(BoardRow, { place: true, rank: true, tied: true, listed: true }), {
  /** By value among all that is listed, confirmed or not, from 1 at the best. */
  position: z.int(),
});
export type UnconfirmedRow = z.infer<typeof UnconfirmedRow>;

/** An unconfirmed subject whose values are far better than anything that is known: it has no place until it is confirmed. */
export const UnusualRow = z.omit(UnconfirmedRow, { position: true });
export type UnusualRow = z.infer<typeof UnusualRow>;

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
  /** 1: came with a valid ticket, and counts as a vote. */
  trust: z.int(),
  /** Why it may not rank: see `EVIDENCE_REASONS`. */
  unranked_because: z.array(z.string()),
  /** What the service says of its reads: from the drive, or (also) from memory; `null` for anything else. */
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
  rows: z.array(BoardRow),
  /** Those whose value belongs on this page, best first. Values are medians of the listed runs, intervals as in `rows`. */
  unconfirmed: z.optional(z.array(UnconfirmedRow)),
  /** Best first, on the first page only. */
  unusual: z.optional(z.array(UnusualRow)),
  /** Best first, on boards that list fewer than 20 results. */
  references: z.optional(z.array(ReferenceRow)),
  /** All that has a place on this board, confirmed or not. */
  total: z.optional(z.int()),
  /** `open`: this service takes every listed run for confirmed, so that all rows have a rank. */
  policy: z.optional(z.enum(['open'])),
  /** Newest first, on the first page only. */
  recent: z.array(RecentRow),
  next_cursor: z.nullable(z.string()),
});
export type Board = z.infer<typeof Board>;

/** Where recent runs were made that no board ranks yet. */
export const BoardPlace = z.strictObject({
  layout: z.enum(BOARD_LAYOUTS),
  os: z.string(),
  browser: z.string(),
  filesystem: z.nullable(z.string()),
});
export type BoardPlace = z.infer<typeof BoardPlace>;

/** `GET /api/v1/boards`: the boards that rank something, and where unconfirmed runs can be found. */
export const BoardList = z.strictObject({ boards: z.array(BoardHead), places: z.array(BoardPlace) });
export type BoardList = z.infer<typeof BoardList>;

/** Present where other networks have not confirmed it. */
const unconfirmed = z.optional(z.boolean());

/** `GET /api/v1/boards/{board_id}/subjects`: what the board lists with every word of the text in its name, ranked first. */
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
