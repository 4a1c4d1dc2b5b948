import * as z from 'zod/mini';
import { BLOCK_STEP_BYTES, BOUNDS } from './bounds.ts';
import { integerWithin } from './checks.ts';

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
