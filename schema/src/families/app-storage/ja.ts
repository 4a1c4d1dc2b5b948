import type { Translation } from '../report.ts';
import type en from './en.ts';

/** What stores are called; sentences and pictures name them, too. */
export const stores = {
  'opfs-sync': 'OPFS 同期ハンドル',
  'opfs-sync-unflushed': 'OPFS 同期ハンドル (フラッシュなし)',
  'idb-strict': 'IndexedDB strict',
  'idb-relaxed': 'IndexedDB relaxed',
  'dexie-strict': 'Dexie strict',
  'dexie-relaxed': 'Dexie relaxed',
  sahpool: 'SQLite opfs-sahpool',
  'sahpool-wal': 'SQLite opfs-sahpool (WAL)',
  'sahpool-wal-normal': 'SQLite opfs-sahpool (WAL, normal)',
  coop: 'wa-sqlite OPFSCoopSync',
  'write-ahead': 'wa-sqlite OPFSWriteAhead',
  'write-ahead-normal': 'wa-sqlite OPFSWriteAhead normal',
  'opfs-writable': 'OPFS createWritable',
  cache: 'Cache',
  'local-storage': 'localStorage',
};

export default {
  names: {
    ...stores,
    open: 'コールドオープン',
    put: 'put',
    'put-batch': 'put (1トランザクション)',
    read: '読み込み',
    scan: 'スキャン',
    update: '更新',
    delete: '削除',
    'blob-write': '大きな値の書き込み',
    'blob-read': '大きな値の読み込み',
  },
} satisfies Translation<typeof en>;
