import * as z from 'zod/mini';
import { BOUNDS } from '../../documents/bounds.ts';
import { integerWithin } from '../../documents/checks.ts';
import { PLAN_HEAD } from '../family-profile.ts';

export const DATABASE_BOUNDS = {
  bulk_rows: { min: 1_000, max: 2_000_000 },
  single_rows: { min: 10, max: 100_000 },
  point_reads: { min: 10, max: 1_000_000 },
  row_bytes: { min: 100, max: 10_000 },
  enough_s: { min: 0, max: 600 },
} as const;

/** Rows of about 1,000 bytes into SQLite: in one transaction, one per transaction; then single rows by key. */
export const DatabasePlan = z.strictObject({
  family: z.literal('database'),
  ...PLAN_HEAD,
  bulk_rows: integerWithin(DATABASE_BOUNDS.bulk_rows),
  /** At most: what is written is bounded by them. */
  single_rows: integerWithin(DATABASE_BOUNDS.single_rows),
  /** At most. */
  point_reads: integerWithin(DATABASE_BOUNDS.point_reads),
  /** No row is put in by itself, or read, after its phase has gone on for this long; 0: all of them are. */
  enough_s: integerWithin(DATABASE_BOUNDS.enough_s),
  row_bytes: integerWithin(DATABASE_BOUNDS.row_bytes),
  /** A browser's price is by the call, so larger pages than SQLite's own default pay here. */
  page_bytes: z.union([z.literal(4096), z.literal(8192), z.literal(16_384), z.literal(32_768), z.literal(65_536)]),
  journal_mode: z.enum(['delete', 'truncate', 'persist']),
  synchronous: z.enum(['full', 'normal', 'off']),
  seed: integerWithin(BOUNDS.seed),
});
export type DatabasePlan = z.infer<typeof DatabasePlan>;
