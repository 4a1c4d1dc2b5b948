import * as z from 'zod/mini';
import { BOUNDS } from '../../documents/bounds.ts';
import { integerWithin } from '../../documents/checks.ts';
import { KIB, MIB } from '../../documents/units.ts';
import { PLAN_HEAD } from '../family-profile.ts';
import { CONTENDER_IDS } from './contender-ids.ts';
import { SCAN_ROWS } from './sizes.ts';

export const APP_STORAGE_BOUNDS = {
  batch_rows: { min: 100, max: 20_000 },
  puts: { min: 1, max: 2_000 },
  point_reads: { min: 10, max: 50_000 },
  blob_bytes: { min: KIB, max: 64 * MIB },
} as const;

/** The same work through each contender: rows of 1 KiB and one large value. */
export const AppStoragePlan = z.strictObject({
  family: z.literal('app-storage'),
  ...PLAN_HEAD,
  contenders: z.array(z.enum(CONTENDER_IDS)).check(
    z.minLength(1),
    z.maxLength(CONTENDER_IDS.length),
    z.refine((ids) => new Set(ids).size === ids.length, 'a contender is there twice'),
  ),
  /** Rows that are put in one transaction, scanned, and deleted in one. */
  batch_rows: integerWithin(APP_STORAGE_BOUNDS.batch_rows, SCAN_ROWS),
  /** Rows that are put one per transaction; as many are then updated the same way. */
  puts: integerWithin(APP_STORAGE_BOUNDS.puts),
  /** Rows that are read by key. */
  point_reads: integerWithin(APP_STORAGE_BOUNDS.point_reads),
  /** Of the one large value. */
  blob_bytes: integerWithin(APP_STORAGE_BOUNDS.blob_bytes, KIB),
  /** Counted loops; one that is not counted comes before them and creates the store. */
  loops: integerWithin(BOUNDS.loops),
  seed: integerWithin(BOUNDS.seed),
});
export type AppStoragePlan = z.infer<typeof AppStoragePlan>;
