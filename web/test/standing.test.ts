import { expect, test } from 'vitest';
import type { CellSummary } from '@opfsmark/schema/api';
import { metricOf, placeIn } from '../src/lib/features/board/standing.ts';

const cellOf = (...buckets: [value: number, count: number][]): CellSummary => ({
  metric: 'rnd4k_q1t1_write',
  unit: 'iops',
  better: 'higher',
  rigs: buckets.reduce((sum, [, count]) => sum + count, 0),
  p5: 0,
  p25: 0,
  p50: 0,
  p75: 0,
  p95: 0,
  low: 0,
  high: 0,
  buckets: buckets.map(([value, count]) => ({ value, count })),
});

test('a place counts the slower ones, and those alike by half', () => {
  const cell = cellOf([100, 3], [200, 2], [300, 5]);
  expect(placeIn([cell], 'rnd4k_q1t1_write', 250)).toEqual({ machines: 10, slower: 0.5 });
  expect(placeIn([cell], 'rnd4k_q1t1_write', 200.5)).toEqual({ machines: 10, slower: 0.4 });
  expect(placeIn([cell], 'rnd4k_q1t1_write', 10)).toEqual({ machines: 10, slower: 0 });
});

test('among two machines there is no place, and of another figure none at all', () => {
  const cell = cellOf([100, 1], [200, 1]);
  expect(placeIn([cell], 'rnd4k_q1t1_write', 150)).toEqual({ machines: 2, slower: null });
  expect(placeIn([cell], 'seq1m_q8t1_read', 150)).toBeNull();
  expect(placeIn(undefined, 'rnd4k_q1t1_write', 150)).toBeNull();
});

test('the most telling figure is taken, and never one that is better when lower', () => {
  expect(metricOf({ seq1m_q8t1_read: 1, rnd4k_q1t1_write: 2, score: 3 })?.id).toBe('rnd4k_q1t1_write');
  expect(metricOf({ seq1m_q8t1_read: 1, rnd4k_q1t1_flush: 2 })?.id).toBe('seq1m_q8t1_read');
  expect(metricOf({})).toBeNull();
});
