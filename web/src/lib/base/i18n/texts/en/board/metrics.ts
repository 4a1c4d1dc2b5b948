import type { MetricId } from '@opfsmark/schema/boards';

/** What can be ranked, in English: short for the head of a column, long where it stands alone. */
export default {
  rnd4k_q1t1_write: {
    short: 'RND4K Q1 write burst, flushed once',
    long: 'RND4K Q1 write burst, flushed once at the end',
  },
  rnd4k_q32t1_write: {
    short: 'RND4K Q32 write burst, flushed once',
    long: 'RND4K Q32 write burst, flushed once at the end',
  },
  seq1m_q1t1_write: {
    short: 'SEQ1M Q1 write burst, flushed once',
    long: 'SEQ1M Q1 write burst, flushed once at the end',
  },
  seq1m_q8t1_write: {
    short: 'SEQ1M Q8 write burst, flushed once',
    long: 'SEQ1M Q8 write burst, flushed once at the end',
  },
  rnd4k_q1t1_read: { short: 'RND4K Q1 read', long: 'RND4K Q1 read, from the drive' },
  rnd4k_q32t1_read: { short: 'RND4K Q32 read', long: 'RND4K Q32 read, from the drive' },
  seq1m_q1t1_read: { short: 'SEQ1M Q1 read', long: 'SEQ1M Q1 read, from the drive' },
  seq1m_q8t1_read: { short: 'SEQ1M Q8 read', long: 'SEQ1M Q8 read, from the drive' },
  rnd4k_q1t1_memory: { short: 'RND4K Q1 read, memory', long: 'RND4K Q1 read, from memory' },
  rnd4k_q32t1_memory: { short: 'RND4K Q32 read, memory', long: 'RND4K Q32 read, from memory' },
  seq1m_q1t1_memory: { short: 'SEQ1M Q1 read, memory', long: 'SEQ1M Q1 read, from memory' },
  seq1m_q8t1_memory: { short: 'SEQ1M Q8 read, memory', long: 'SEQ1M Q8 read, from memory' },
  rnd4k_q1t1_buffered: { short: 'RND4K Q1 write, buffered', long: 'RND4K Q1 write, buffered' },
  rnd4k_q32t1_buffered: { short: 'RND4K Q32 write, buffered', long: 'RND4K Q32 write, buffered' },
  seq1m_q1t1_buffered: { short: 'SEQ1M Q1 write, buffered', long: 'SEQ1M Q1 write, buffered' },
  seq1m_q8t1_buffered: { short: 'SEQ1M Q8 write, buffered', long: 'SEQ1M Q8 write, buffered' },
  rnd4k_q1t1_flush: {
    short: 'RND4K Q1 write, flushed each time',
    long: 'RND4K Q1 write, flushed each time (median latency)',
  },
  rnd4k_q32t1_flush: {
    short: 'RND4K Q32 write, flushed each time',
    long: 'RND4K Q32 write, flushed each time (median latency)',
  },
  seq1m_q1t1_flush: {
    short: 'SEQ1M Q1 write, flushed each time',
    long: 'SEQ1M Q1 write, flushed each time (median latency)',
  },
  seq1m_q8t1_flush: {
    short: 'SEQ1M Q8 write, flushed each time',
    long: 'SEQ1M Q8 write, flushed each time (median latency)',
  },
  drive_score: { short: 'Drive score', long: 'Drive score' },
  app_feel_score: { short: 'App feel score', long: 'App feel score (reads from memory)' },
  picked_seq_read: { short: 'Sequential read', long: 'Sequential read in 1 MiB slices, from memory' },
  picked_seq_write: { short: 'Sequential write', long: 'Sequential write, including close' },
  picked_rnd_read: { short: 'Random read', long: 'Random read in 4 KiB slices, from memory' },
  picked_create: { short: 'Files created', long: 'Small files created' },
  picked_delete: { short: 'Files deleted', long: 'Small files deleted' },
  picked_file_read: { short: 'File, sequential read', long: 'Picked file, sequential read in 16 MiB slices' },
  picked_file_wait: { short: 'File, drive time', long: 'Picked file, what the drive adds to a 4 KiB read' },
  app_put_opfs_sync: {
    short: 'OPFS sync handle, put',
    long: 'OPFS sync handle: 1 KiB saved in a transaction of its own',
  },
  app_put_idb_strict: {
    short: 'IndexedDB strict, put',
    long: 'IndexedDB strict: 1 KiB saved in a transaction of its own',
  },
  app_put_idb_strict_leveldb: {
    short: 'IndexedDB strict in LevelDB, put',
    long: 'IndexedDB strict in LevelDB: 1 KiB saved in a transaction of its own',
  },
  app_put_idb_strict_sqlite: {
    short: 'IndexedDB strict in SQLite, put',
    long: 'IndexedDB strict in SQLite: 1 KiB saved in a transaction of its own',
  },
  app_put_dexie_strict: { short: 'Dexie strict, put', long: 'Dexie strict: 1 KiB saved in a transaction of its own' },
  app_put_dexie_strict_leveldb: {
    short: 'Dexie strict in LevelDB, put',
    long: 'Dexie strict in LevelDB: 1 KiB saved in a transaction of its own',
  },
  app_put_dexie_strict_sqlite: {
    short: 'Dexie strict in SQLite, put',
    long: 'Dexie strict in SQLite: 1 KiB saved in a transaction of its own',
  },
  app_put_sahpool: {
    short: 'SQLite opfs-sahpool, put',
    long: 'SQLite opfs-sahpool: 1 KiB saved in a transaction of its own',
  },
  app_put_sahpool_wal: {
    short: 'SQLite opfs-sahpool (WAL), put',
    long: 'SQLite opfs-sahpool (WAL): 1 KiB saved in a transaction of its own',
  },
  app_put_coop: {
    short: 'wa-sqlite OPFSCoopSync, put',
    long: 'wa-sqlite OPFSCoopSync: 1 KiB saved in a transaction of its own',
  },
  app_put_write_ahead: {
    short: 'wa-sqlite OPFSWriteAhead, put',
    long: 'wa-sqlite OPFSWriteAhead: 1 KiB saved in a transaction of its own',
  },
  app_read_opfs_sync: { short: 'OPFS sync handle, read', long: 'OPFS sync handle: 1 KiB read by key' },
  app_read_idb_strict: { short: 'IndexedDB strict, read', long: 'IndexedDB strict: 1 KiB read by key' },
  app_read_idb_strict_leveldb: {
    short: 'IndexedDB strict in LevelDB, read',
    long: 'IndexedDB strict in LevelDB: 1 KiB read by key',
  },
  app_read_idb_strict_sqlite: {
    short: 'IndexedDB strict in SQLite, read',
    long: 'IndexedDB strict in SQLite: 1 KiB read by key',
  },
  app_read_dexie_strict: { short: 'Dexie strict, read', long: 'Dexie strict: 1 KiB read by key' },
  app_read_dexie_strict_leveldb: {
    short: 'Dexie strict in LevelDB, read',
    long: 'Dexie strict in LevelDB: 1 KiB read by key',
  },
  app_read_dexie_strict_sqlite: {
    short: 'Dexie strict in SQLite, read',
    long: 'Dexie strict in SQLite: 1 KiB read by key',
  },
  app_read_sahpool: { short: 'SQLite opfs-sahpool, read', long: 'SQLite opfs-sahpool: 1 KiB read by key' },
  app_read_sahpool_wal: {
    short: 'SQLite opfs-sahpool (WAL), read',
    long: 'SQLite opfs-sahpool (WAL): 1 KiB read by key',
  },
  app_read_coop: { short: 'wa-sqlite OPFSCoopSync, read', long: 'wa-sqlite OPFSCoopSync: 1 KiB read by key' },
  app_read_write_ahead: {
    short: 'wa-sqlite OPFSWriteAhead, read',
    long: 'wa-sqlite OPFSWriteAhead: 1 KiB read by key',
  },
  sustained_write: {
    short: 'Sustained write',
    long: 'Sustained write: rate after up to 16 GiB',
  },
} as const satisfies Record<MetricId, { short: string; long: string }>;
