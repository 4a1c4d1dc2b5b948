import { KIB } from '../../documents/units.ts';

export const ROW_BYTES = KIB;
/** A scan reads this many rows at once. */
export const SCAN_ROWS = 100;

/** While a page reloads itself, each contender puts no more rows than these. */
export const MAX_RELOAD_ROWS = 1000;

/** The probe that tells the engines of IndexedDB apart: small rows, whose number decides how long a round takes. */
export const IDB_PROBE_ROWS = 1000;
export const IDB_PROBE_ROUNDS = 7;

/** A library or an API of the browser, in one setting. `CONTENDERS` has what each is. */
export const CONTENDER_IDS = [
  'opfs-sync',
  'opfs-sync-unflushed',
  'idb-strict',
  'idb-relaxed',
  'dexie-strict',
  'dexie-relaxed',
  'localforage',
  'sahpool',
  'sahpool-wal',
  'sahpool-wal-normal',
  'coop',
  'write-ahead',
  'write-ahead-normal',
  'adaptive',
  'idb-batch-atomic',
  'opfs-writable',
  'cache',
  'local-storage',
] as const;
export type ContenderId = (typeof CONTENDER_IDS)[number];

const ON_INDEXED_DB: ReadonlySet<ContenderId> = new Set([
  'idb-strict',
  'idb-relaxed',
  'dexie-strict',
  'dexie-relaxed',
  'localforage',
  'idb-batch-atomic',
]);
export const usesIndexedDb = (contender: ContenderId) => ON_INDEXED_DB.has(contender);
