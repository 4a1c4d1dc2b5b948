/** What stores are called; sentences and pictures name them, too. */
export const stores = {
  'opfs-sync': 'OPFS sync handle',
  'opfs-sync-unflushed': 'OPFS sync handle, unflushed',
  'idb-strict': 'IndexedDB strict',
  'idb-relaxed': 'IndexedDB relaxed',
  'dexie-strict': 'Dexie strict',
  'dexie-relaxed': 'Dexie relaxed',
  sahpool: 'SQLite opfs-sahpool',
  'sahpool-wal': 'SQLite opfs-sahpool (WAL)',
  'sahpool-wal-normal': 'SQLite opfs-sahpool (WAL, normal)',
  coop: 'wa-sqlite OPFSCoopSync',
  'write-ahead': 'wa-sqlite OPFSWriteAhead',
  'write-ahead-normal': 'wa-sqlite OPFSWriteAhead, normal',
  'opfs-writable': 'OPFS createWritable',
  cache: 'Cache',
  'local-storage': 'localStorage',
} as const;

/** What the family's figures are called, in English: the shape that each other language must have. */
export default {
  names: {
    ...stores,
    open: 'cold open',
    put: 'put',
    'put-batch': 'put, one transaction',
    read: 'read',
    scan: 'scan',
    update: 'update',
    delete: 'delete',
    'blob-write': 'large write',
    'blob-read': 'large read',
  },
} as const;
