import type { MetricId } from '@opfsmark/schema/boards';

/** What can be ranked, in English: short for the head of a column, long where it stands alone. */
export default {
  rnd4k_q1t1_write: {
    short: 'RND4K-Q1 write burst, flushed once',
    long: 'RND4K Q1T1 write burst, flushed once at the end',
  },
  rnd4k_q32t1_write: {
    short: 'RND4K-Q32 write burst, flushed once',
    long: 'RND4K Q32T1 write burst, flushed once at the end',
  },
  seq1m_q1t1_write: {
    short: 'SEQ1M-Q1 write burst, flushed once',
    long: 'SEQ1M Q1T1 write burst, flushed once at the end',
  },
  seq1m_q8t1_write: {
    short: 'SEQ1M-Q8 write burst, flushed once',
    long: 'SEQ1M Q8T1 write burst, flushed once at the end',
  },
  rnd4k_q1t1_read: { short: 'RND4K-Q1 read', long: 'RND4K Q1T1 read, from the drive' },
  rnd4k_q32t1_read: { short: 'RND4K-Q32 read', long: 'RND4K Q32T1 read, from the drive' },
  seq1m_q1t1_read: { short: 'SEQ1M-Q1 read', long: 'SEQ1M Q1T1 read, from the drive' },
  seq1m_q8t1_read: { short: 'SEQ1M-Q8 read', long: 'SEQ1M Q8T1 read, from the drive' },
  rnd4k_q1t1_memory: { short: 'RND4K-Q1 read, memory', long: 'RND4K Q1T1 read, from memory' },
  rnd4k_q32t1_memory: { short: 'RND4K-Q32 read, memory', long: 'RND4K Q32T1 read, from memory' },
  seq1m_q1t1_memory: { short: 'SEQ1M-Q1 read, memory', long: 'SEQ1M Q1T1 read, from memory' },
  seq1m_q8t1_memory: { short: 'SEQ1M-Q8 read, memory', long: 'SEQ1M Q8T1 read, from memory' },
  rnd4k_q1t1_buffered: { short: 'RND4K-Q1 write, buffered', long: 'RND4K Q1T1 write, buffered' },
  rnd4k_q32t1_buffered: { short: 'RND4K-Q32 write, buffered', long: 'RND4K Q32T1 write, buffered' },
  seq1m_q1t1_buffered: { short: 'SEQ1M-Q1 write, buffered', long: 'SEQ1M Q1T1 write, buffered' },
  seq1m_q8t1_buffered: { short: 'SEQ1M-Q8 write, buffered', long: 'SEQ1M Q8T1 write, buffered' },
  rnd4k_q1t1_flush: { short: 'RND4K-Q1 saved one by one', long: 'RND4K Q1T1 write, saved one by one (median latency)' },
  rnd4k_q32t1_flush: {
    short: 'RND4K-Q32 saved one by one',
    long: 'RND4K Q32T1 write, saved one by one (median latency)',
  },
  seq1m_q1t1_flush: { short: 'SEQ1M-Q1 saved one by one', long: 'SEQ1M Q1T1 write, saved one by one (median latency)' },
  seq1m_q8t1_flush: { short: 'SEQ1M-Q8 saved one by one', long: 'SEQ1M Q8T1 write, saved one by one (median latency)' },
  drive_score: { short: 'Drive score', long: 'Drive score' },
  app_feel_score: { short: 'App feel score', long: 'App feel score (reads from memory)' },
  picked_seq_read: { short: 'Sequential read', long: 'Sequential read in 1 MiB slices, from memory' },
  picked_seq_write: { short: 'Sequential write', long: 'Sequential write, closed' },
  picked_rnd_read: { short: 'Random read', long: 'Random read in 4 KiB slices, from memory' },
  picked_create: { short: 'Files created', long: 'Small files created' },
  picked_delete: { short: 'Files deleted', long: 'Small files deleted' },
  picked_file_read: { short: 'File, read in order', long: 'Picked file, read in order in 16 MiB slices' },
  picked_file_wait: { short: 'File, time of the drive', long: 'Picked file, what the drive adds to a 4 KiB read' },
} as const satisfies Record<MetricId, { short: string; long: string }>;
