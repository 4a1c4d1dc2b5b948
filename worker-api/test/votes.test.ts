import { METRIC_IDS, type MetricId } from '@opfsmark/schema/boards';
import { expect, it } from 'vitest';
import { packBuckets, unpackBuckets } from '../src/boards/votes.ts';

/** Votes are stored as a bucket per metric, in this order. A new metric comes after these. */
const STORED: readonly MetricId[] = [
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

it('votes that are stored keep their metrics when one is added', () => {
  expect(METRIC_IDS.slice(0, STORED.length)).toEqual(STORED);
});

it('a vote of every metric comes back as it was packed', () => {
  const buckets = new Map(METRIC_IDS.map((id, index) => [id, index]));
  expect(unpackBuckets(packBuckets(buckets))).toEqual(buckets);
});
