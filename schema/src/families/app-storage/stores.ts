import type { ContenderId } from './contender-ids.ts';

/** Names of products and interfaces are the same in all languages. */
const NAMES = {
  'opfs-sync': 'OPFS sync handle',
  'opfs-sync-unflushed': 'OPFS sync handle, unflushed',
  'idb-strict': 'IndexedDB strict',
  'idb-relaxed': 'IndexedDB relaxed',
  'dexie-strict': 'Dexie strict',
  'dexie-relaxed': 'Dexie relaxed',
  localforage: 'localForage',
  sahpool: 'SQLite opfs-sahpool',
  'sahpool-wal': 'SQLite opfs-sahpool (WAL)',
  'sahpool-wal-normal': 'SQLite opfs-sahpool (WAL, normal)',
  coop: 'wa-sqlite OPFSCoopSync',
  'write-ahead': 'wa-sqlite OPFSWriteAhead',
  'write-ahead-normal': 'wa-sqlite OPFSWriteAhead, normal',
  adaptive: 'wa-sqlite OPFSAdaptive',
  'idb-batch-atomic': 'wa-sqlite IDBBatchAtomic',
  'opfs-writable': 'OPFS createWritable',
  cache: 'Cache',
  'local-storage': 'localStorage',
} as const satisfies Record<ContenderId, string>;

/** What stores are called in each language; sentences and pictures name them, too. */
export const STORES = {
  en: NAMES,
  ja: { ...NAMES, 'opfs-sync': 'OPFS 同期ハンドル', 'opfs-sync-unflushed': 'OPFS 同期ハンドル (フラッシュなし)' },
} as const;
