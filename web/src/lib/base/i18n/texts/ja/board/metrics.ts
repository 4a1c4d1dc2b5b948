import type { Translation } from '../../shape.ts';
import type en from '../../en/board/metrics.ts';

export default {
  rnd4k_q1t1_write: {
    short: 'RND4K Q1 バースト書き込み (1回フラッシュ)',
    long: 'RND4K Q1 バースト書き込み (最後に1回フラッシュ)',
  },
  rnd4k_q32t1_write: {
    short: 'RND4K Q32 バースト書き込み (1回フラッシュ)',
    long: 'RND4K Q32 バースト書き込み (最後に1回フラッシュ)',
  },
  seq1m_q1t1_write: {
    short: 'SEQ1M Q1 バースト書き込み (1回フラッシュ)',
    long: 'SEQ1M Q1 バースト書き込み (最後に1回フラッシュ)',
  },
  seq1m_q8t1_write: {
    short: 'SEQ1M Q8 バースト書き込み (1回フラッシュ)',
    long: 'SEQ1M Q8 バースト書き込み (最後に1回フラッシュ)',
  },
  rnd4k_q1t1_read: { short: 'RND4K Q1 読み込み', long: 'RND4K Q1 読み込み (ドライブから)' },
  rnd4k_q32t1_read: { short: 'RND4K Q32 読み込み', long: 'RND4K Q32 読み込み (ドライブから)' },
  seq1m_q1t1_read: { short: 'SEQ1M Q1 読み込み', long: 'SEQ1M Q1 読み込み (ドライブから)' },
  seq1m_q8t1_read: { short: 'SEQ1M Q8 読み込み', long: 'SEQ1M Q8 読み込み (ドライブから)' },
  rnd4k_q1t1_memory: { short: 'RND4K Q1 読み込み (メモリー)', long: 'RND4K Q1 読み込み (メモリーから)' },
  rnd4k_q32t1_memory: { short: 'RND4K Q32 読み込み (メモリー)', long: 'RND4K Q32 読み込み (メモリーから)' },
  seq1m_q1t1_memory: { short: 'SEQ1M Q1 読み込み (メモリー)', long: 'SEQ1M Q1 読み込み (メモリーから)' },
  seq1m_q8t1_memory: { short: 'SEQ1M Q8 読み込み (メモリー)', long: 'SEQ1M Q8 読み込み (メモリーから)' },
  rnd4k_q1t1_buffered: { short: 'RND4K Q1 書き込み (バッファー)', long: 'RND4K Q1 書き込み (バッファー)' },
  rnd4k_q32t1_buffered: { short: 'RND4K Q32 書き込み (バッファー)', long: 'RND4K Q32 書き込み (バッファー)' },
  seq1m_q1t1_buffered: { short: 'SEQ1M Q1 書き込み (バッファー)', long: 'SEQ1M Q1 書き込み (バッファー)' },
  seq1m_q8t1_buffered: { short: 'SEQ1M Q8 書き込み (バッファー)', long: 'SEQ1M Q8 書き込み (バッファー)' },
  rnd4k_q1t1_flush: {
    short: 'RND4K Q1 書き込み (毎回フラッシュ)',
    long: 'RND4K Q1 書き込み (毎回フラッシュ、レイテンシーの中央値)',
  },
  rnd4k_q32t1_flush: {
    short: 'RND4K Q32 書き込み (毎回フラッシュ)',
    long: 'RND4K Q32 書き込み (毎回フラッシュ、レイテンシーの中央値)',
  },
  seq1m_q1t1_flush: {
    short: 'SEQ1M Q1 書き込み (毎回フラッシュ)',
    long: 'SEQ1M Q1 書き込み (毎回フラッシュ、レイテンシーの中央値)',
  },
  seq1m_q8t1_flush: {
    short: 'SEQ1M Q8 書き込み (毎回フラッシュ)',
    long: 'SEQ1M Q8 書き込み (毎回フラッシュ、レイテンシーの中央値)',
  },
  drive_score: { short: 'ドライブのスコア', long: 'ドライブのスコア' },
  app_feel_score: { short: 'アプリの体感のスコア', long: 'アプリの体感のスコア (メモリーからの読み込み)' },
  picked_seq_read: { short: 'シーケンシャル読み込み', long: 'シーケンシャル読み込み (1 MiB ずつ、メモリーから)' },
  picked_seq_write: { short: 'シーケンシャル書き込み', long: 'シーケンシャル書き込み (閉じるまで)' },
  picked_rnd_read: { short: 'ランダム読み込み', long: 'ランダム読み込み (4 KiB ずつ、メモリーから)' },
  picked_create: { short: 'ファイルの作成', long: '小さなファイルの作成' },
  picked_delete: { short: 'ファイルの削除', long: '小さなファイルの削除' },
  picked_file_read: {
    short: '選んだファイル、シーケンシャル読み込み',
    long: '選んだファイルのシーケンシャル読み込み (16 MiB ずつ)',
  },
  picked_file_wait: {
    short: '選んだファイル、ドライブの時間',
    long: '選んだファイルの 4 KiB 読み込みにドライブがかける時間',
  },
  app_put_opfs_sync: { short: 'OPFS 同期ハンドル 保存', long: 'OPFS 同期ハンドル: 1 KiB を1件ずつ保存' },
  app_put_idb_strict: { short: 'IndexedDB strict 保存', long: 'IndexedDB strict: 1 KiB を1件ずつ保存' },
  app_put_idb_strict_leveldb: {
    short: 'IndexedDB strict (LevelDB) 保存',
    long: 'IndexedDB strict (LevelDB): 1 KiB を1件ずつ保存',
  },
  app_put_idb_strict_sqlite: {
    short: 'IndexedDB strict (SQLite) 保存',
    long: 'IndexedDB strict (SQLite): 1 KiB を1件ずつ保存',
  },
  app_put_dexie_strict: { short: 'Dexie strict 保存', long: 'Dexie strict: 1 KiB を1件ずつ保存' },
  app_put_dexie_strict_leveldb: {
    short: 'Dexie strict (LevelDB) 保存',
    long: 'Dexie strict (LevelDB): 1 KiB を1件ずつ保存',
  },
  app_put_dexie_strict_sqlite: {
    short: 'Dexie strict (SQLite) 保存',
    long: 'Dexie strict (SQLite): 1 KiB を1件ずつ保存',
  },
  app_put_sahpool: { short: 'SQLite opfs-sahpool 保存', long: 'SQLite opfs-sahpool: 1 KiB を1件ずつ保存' },
  app_put_sahpool_wal: {
    short: 'SQLite opfs-sahpool (WAL) 保存',
    long: 'SQLite opfs-sahpool (WAL): 1 KiB を1件ずつ保存',
  },
  app_put_coop: { short: 'wa-sqlite OPFSCoopSync 保存', long: 'wa-sqlite OPFSCoopSync: 1 KiB を1件ずつ保存' },
  app_put_write_ahead: {
    short: 'wa-sqlite OPFSWriteAhead 保存',
    long: 'wa-sqlite OPFSWriteAhead: 1 KiB を1件ずつ保存',
  },
  app_read_opfs_sync: { short: 'OPFS 同期ハンドル 読み込み', long: 'OPFS 同期ハンドル: 1 KiB をキーで読み込み' },
  app_read_idb_strict: { short: 'IndexedDB strict 読み込み', long: 'IndexedDB strict: 1 KiB をキーで読み込み' },
  app_read_idb_strict_leveldb: {
    short: 'IndexedDB strict (LevelDB) 読み込み',
    long: 'IndexedDB strict (LevelDB): 1 KiB をキーで読み込み',
  },
  app_read_idb_strict_sqlite: {
    short: 'IndexedDB strict (SQLite) 読み込み',
    long: 'IndexedDB strict (SQLite): 1 KiB をキーで読み込み',
  },
  app_read_dexie_strict: { short: 'Dexie strict 読み込み', long: 'Dexie strict: 1 KiB をキーで読み込み' },
  app_read_dexie_strict_leveldb: {
    short: 'Dexie strict (LevelDB) 読み込み',
    long: 'Dexie strict (LevelDB): 1 KiB をキーで読み込み',
  },
  app_read_dexie_strict_sqlite: {
    short: 'Dexie strict (SQLite) 読み込み',
    long: 'Dexie strict (SQLite): 1 KiB をキーで読み込み',
  },
  app_read_sahpool: { short: 'SQLite opfs-sahpool 読み込み', long: 'SQLite opfs-sahpool: 1 KiB をキーで読み込み' },
  app_read_sahpool_wal: {
    short: 'SQLite opfs-sahpool (WAL) 読み込み',
    long: 'SQLite opfs-sahpool (WAL): 1 KiB をキーで読み込み',
  },
  app_read_coop: { short: 'wa-sqlite OPFSCoopSync 読み込み', long: 'wa-sqlite OPFSCoopSync: 1 KiB をキーで読み込み' },
  app_read_write_ahead: {
    short: 'wa-sqlite OPFSWriteAhead 読み込み',
    long: 'wa-sqlite OPFSWriteAhead: 1 KiB をキーで読み込み',
  },
  sustained_write: {
    short: '持続書き込み',
    long: '持続書き込み: 最大 16 GiB 書き込んだあとの速度',
  },
} satisfies Translation<typeof en>;
