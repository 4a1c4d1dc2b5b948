import * as z from 'zod/mini';
import { BOUNDS } from '../../documents/bounds.ts';
import { CallSum, count, integerWithin, nanoseconds, sparseText } from '../../documents/checks.ts';
import { PLAN_HEAD } from '../plan-schema.ts';

const DATABASE_BOUNDS = {
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

/** Calls that SQLite made to its files, counted at the VFS. */
export const DatabasePhase = z.strictObject({
  id: z.enum(['bulk', 'single', 'reads']),
  rows: count(),
  elapsed_ns: nanoseconds(),
  read: CallSum,
  write: CallSum,
  sync: CallSum,
  /** Opening, truncating, deleting, sizes: the journal's life. */
  other: CallSum,
  /** Time of a transaction (`single`) or of a read (`reads`), by `encodeHistogram`; empty for `bulk`, which is one. */
  histogram: sparseText(),
});
export type DatabasePhase = z.infer<typeof DatabasePhase>;

export const DatabaseResult = z.strictObject({
  family: z.literal('database'),
  sqlite_version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  vfs: z.literal('opfs-sahpool'),
  page_bytes: count(),
  /** Size of the database in the end. */
  database_bytes: count(),
  /** Rows that were counted and whose content was compared after the last phase. */
  verified_rows: count(),
  phases: z.array(DatabasePhase).check(z.maxLength(3)),
});
export type DatabaseResult = z.infer<typeof DatabaseResult>;
