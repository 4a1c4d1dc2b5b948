import * as z from 'zod/mini';
import { RUN_ID_PATTERN } from './run-id.ts';
import { BLOCK_STEP_BYTES, BOUNDS } from './bounds.ts';

/** Building blocks of all documents. */
export const count = () => z.int().check(z.nonnegative());
export const nanoseconds = () => z.number().check(z.nonnegative(), z.maximum(1e15));

/** Calls of one kind: how many, how much they moved, and the time spent inside them. */
export const CallSum = z.strictObject({ calls: count(), bytes: count(), ns: nanoseconds() });
export type CallSum = z.infer<typeof CallSum>;

const SERIES_PATTERN = /^(?:\d{1,15}(?: \d{1,15})*)?$/;
const SPARSE_PATTERN = /^(?:(?:\d{1,7}:)?\d{1,15}(?: (?:\d{1,7}:)?\d{1,15})*)?$/;

/** Whole numbers separated by spaces: one JSON node however long the series. */
export const seriesText = (maxLength = 40_000) => z.string().check(z.maxLength(maxLength), z.regex(SERIES_PATTERN));
/** Non-empty bins as `gap:count`, the form of `encodeHistogram`. */
export const sparseText = () => z.string().check(z.maxLength(20_000), z.regex(SPARSE_PATTERN));

export const integerWithin = ({ min, max }: { min: number; max: number }, step = 1) =>
  z.int().check(z.minimum(min), z.maximum(max), z.multipleOf(step));

/** In hex. */
export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const RunId = z.string().check(z.regex(RUN_ID_PATTERN));

export const Pattern = z.enum(['sequential', 'random']);
export type Pattern = z.infer<typeof Pattern>;

export const Direction = z.enum(['read', 'write', 'mix']);
export type Direction = z.infer<typeof Direction>;

/** One row of the grid, or one point of a sweep: SEQ1M Q8T1. */
export const Row = z.strictObject({
  pattern: Pattern,
  block_bytes: integerWithin(BOUNDS.block_bytes, BLOCK_STEP_BYTES),
  queues: integerWithin(BOUNDS.queues),
  threads: integerWithin(BOUNDS.threads),
});
export type Row = z.infer<typeof Row>;

/** The warnings of moderators about results like this one; absent where there are none. */
export const WarningTexts = z.optional(z.array(z.string()));
