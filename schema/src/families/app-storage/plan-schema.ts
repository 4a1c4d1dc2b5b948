import * as z from 'zod/mini';
import { BOUNDS, integerWithin, STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { KIB, MIB } from '../../documents/units.ts';
import { FamilyProfile } from '../family.ts';
import { CONTENDER_IDS, ContenderId } from './contender-ids.ts';

export const ROW_BYTES = KIB;
/** A scan reads this many rows at once. */
export const SCAN_ROWS = 100;

export const APP_STORAGE_BOUNDS = {
  batch_rows: { min: 100, max: 20_000 },
  puts: { min: 1, max: 2_000 },
  point_reads: { min: 10, max: 50_000 },
  blob_bytes: { min: KIB, max: 64 * MIB },
} as const;

/** The same work through each contender: rows of 1 KiB and one large value. */
export const AppStoragePlan = z.strictObject({
  family: z.literal('app-storage'),
  suite: z.literal(SUITE_VERSION),
  profile: FamilyProfile,
  contenders: z.array(ContenderId).check(
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

export const DEFAULT_CONTENDERS: readonly ContenderId[] = [
  'opfs-sync',
  'idb-strict',
  'dexie-strict',
  'sahpool',
  'sahpool-wal',
  'coop',
  'write-ahead',
];

export const QUICK_PLAN: AppStoragePlan = {
  family: 'app-storage',
  suite: SUITE_VERSION,
  profile: 'quick',
  contenders: [...DEFAULT_CONTENDERS],
  batch_rows: 1_000,
  puts: 40,
  point_reads: 500,
  blob_bytes: 10 * MIB,
  loops: 5,
  seed: STANDARD_SEED,
};

export const FULL_PLAN: AppStoragePlan = {
  ...QUICK_PLAN,
  profile: 'full',
  // Storage that only the page itself has is named, and cannot be measured from a worker.
  contenders: CONTENDER_IDS.filter((id) => id !== 'local-storage'),
  puts: 100,
  point_reads: 1_000,
  loops: 7,
};
