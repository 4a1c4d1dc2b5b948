import { env } from 'cloudflare:workers';
import { METRIC_IDS, metricsOf, type MetricId } from '@opfsmark/schema/boards';
import { describe, expect, it } from 'vitest';
import { packMetrics, readableMetrics, unpackMetrics } from '../src/boards/stored-metrics.ts';
import { makeAppStorageUpload } from '@opfsmark/schema/test-support/upload-app-storage';
import { makePickedUpload } from '@opfsmark/schema/test-support/upload-picked';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { publishTrusted } from './runs.ts';

const MAX_ROW_BYTES = 700;
const MAX_COHORT_BYTES = 150;

/** Rows of runs hold metrics in this order. A new metric comes after these. */
const ORDER: readonly MetricId[] = [
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

it('what is stored keeps its metrics when one is added', () => {
  expect(METRIC_IDS.slice(0, ORDER.length)).toEqual(ORDER);
});

it('has room for more metrics than a number has bits', () => {
  const order = Array.from({ length: 200 }, (_, i) => `metric_${i}`);
  for (const id of ['metric_53', 'metric_59', 'metric_64', 'metric_199']) {
    const metrics = { metric_0: { value: 2, p99_ns: null }, [id]: { value: 3, p99_ns: 4 } };
    expect(unpackMetrics(packMetrics(metrics, order), order)).toEqual(metrics);
  }
});

describe('metrics of a run', () => {
  it.each(REAL_RECORDS)('%s: are read as they were derived', (_, record) => {
    const metrics = metricsOf(record);
    expect(unpackMetrics(packMetrics(metrics))).toEqual(metrics);
  });

  it('of every size are read as they were derived', () => {
    for (const value of [1e-9, 0.5, 1, 999, 1000, 12e5, 123457e3, 1.23457e9, 1e18]) {
      const metrics = { picked_file_wait: { value, p99_ns: null, ceiling: value } } as const;
      expect(unpackMetrics(packMetrics(metrics))).toEqual(metrics);
    }
  });

  it.each([
    { metric_set: '11', metrics: '1' },
    { metric_set: '1', metrics: 'null' },
    { metric_set: '1', metrics: '' },
  ])('$metrics of set $metric_set cannot be read, and stops nobody else', (stored) => {
    expect(() => unpackMetrics(stored)).toThrow(RangeError);
    expect(readableMetrics(stored)).toEqual({});
  });
});

/** Bytes of a row's values, as SQLite stores them: numbers take up to eight. */
function bytesOf(row: object): number {
  const values: unknown[] = Object.values(row);
  return values.reduce((sum: number, value) => sum + (typeof value === 'string' ? new Blob([value]).size : 8), 0);
}

it('a run takes less than 700 bytes as a row, a cohort of which nothing is confirmed less than 150', async () => {
  const note = 'x'.repeat(280);
  await publishTrusted(makeUpload({ declared: { device: 'Typical Laptop 14 Gen 3', drive: 'A drive', note } }));
  await publishTrusted(makePickedUpload({ declared: { device: 'Picked' } }), 2);
  await publishTrusted(makeAppStorageUpload({ declared: { device: 'Apps' }, engine: 'sqlite' }), 3);
  const runs = await env.DB.prepare('SELECT * FROM run').all();
  const cohorts = await env.DB.prepare('SELECT * FROM cohort').all();
  console.log(`rows: ${runs.results.map(bytesOf).join(', ')}; cohorts: ${cohorts.results.map(bytesOf).join(', ')}`);
  for (const row of runs.results) expect(bytesOf(row)).toBeLessThan(MAX_ROW_BYTES);
  for (const cohort of cohorts.results) expect(bytesOf(cohort)).toBeLessThan(MAX_COHORT_BYTES);
});
