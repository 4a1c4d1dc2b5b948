import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { MIB } from '../../documents/units.ts';
import { CONTENDER_IDS, type ContenderId } from './contender-ids.ts';
import type { AppStoragePlan } from './schema.ts';

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
