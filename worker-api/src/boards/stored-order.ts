import type { MetricId } from '@opfsmark/schema/boards';

/**
 * The metrics in the order in which rows of runs, votes and cells hold them. Append only: a changed order needs a rebuild.
 * test/stored.test.ts checks that none is missing.
 */
export const STORED_METRICS: readonly MetricId[] = [
  'rnd4k_q1t1_write',
  'rnd4k_q32t1_write',
  'seq1m_q1t1_write',
  'seq1m_q8t1_write',
  'rnd4k_q1t1_read',
  'rnd4k_q32t1_read',
  'seq1m_q1t1_read',
  'seq1m_q8t1_read',
  'rnd4k_q1t1_memory',
  'rnd4k_q32t1_memory',
  'seq1m_q1t1_memory',
  'seq1m_q8t1_memory',
  'rnd4k_q1t1_buffered',
  'rnd4k_q32t1_buffered',
  'seq1m_q1t1_buffered',
  'seq1m_q8t1_buffered',
  'rnd4k_q1t1_flush',
  'rnd4k_q32t1_flush',
  'seq1m_q1t1_flush',
  'seq1m_q8t1_flush',
  'drive_score',
  'app_feel_score',
  'picked_seq_read',
  'picked_seq_write',
  'picked_rnd_read',
  'picked_create',
  'picked_delete',
  'picked_file_read',
  'picked_file_wait',
];
