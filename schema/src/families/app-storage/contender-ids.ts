/** A library or an API of the browser, in one setting. `CONTENDERS` has what each is. */
export const CONTENDER_IDS = [
  'opfs-sync',
  'opfs-sync-unflushed',
  'idb-strict',
  'idb-relaxed',
  'dexie-strict',
  'dexie-relaxed',
  'sahpool',
  'sahpool-wal',
  'sahpool-wal-normal',
  'coop',
  'write-ahead',
  'write-ahead-normal',
  'opfs-writable',
  'cache',
  'local-storage',
] as const;
export type ContenderId = (typeof CONTENDER_IDS)[number];

const ON_INDEXED_DB: ReadonlySet<ContenderId> = new Set(['idb-strict', 'idb-relaxed', 'dexie-strict', 'dexie-relaxed']);
export const usesIndexedDb = (contender: ContenderId) => ON_INDEXED_DB.has(contender);
