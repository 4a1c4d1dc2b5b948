import { expect, test } from 'vitest';
import type { CellSummary } from '@opfsmark/schema/api';
import { MIN_CROWD } from '@opfsmark/schema/answer';
import { placeIn, sustainedIn } from '../src/lib/features/board/standing.ts';

const cellOf = (...buckets: [value: number, count: number][]): CellSummary => ({
  metric: 'rnd4k_q1t1_write',
  unit: 'iops',
  better: 'higher',
  networks: buckets.reduce((sum, [, count]) => sum + count, 0),
  p5: 0,
  p25: 0,
  p50: 0,
  p75: 0,
  p95: 0,
  low: 0,
  high: 0,
  buckets: buckets.map(([value, count]) => ({ value, count })),
});

const METRIC = 'rnd4k_q1t1_write';

test('a place counts the slower ones, and those alike by half', () => {
  const cell = cellOf([100, 30], [200, 20], [300, 50]);
  expect(placeIn([cell], METRIC, 250)).toEqual({ networks: 100, slower: 0.5 });
  expect(placeIn([cell], METRIC, 200.5)).toEqual({ networks: 100, slower: 0.4 });
  expect(placeIn([cell], METRIC, 10)).toEqual({ networks: 100, slower: 0 });
});

test('where less is better, the slower ones are those with more', () => {
  const cell = { ...cellOf([100, 30], [200, 20], [300, 50]), better: 'lower' as const };
  expect(placeIn([cell], METRIC, 150)).toEqual({ networks: 100, slower: 0.7 });
});

test('among few networks there is no place, and of another figure none at all', () => {
  const cell = cellOf([100, MIN_CROWD - 2], [200, 1]);
  expect(placeIn([cell], METRIC, 150)).toEqual({ networks: MIN_CROWD - 1, slower: null });
  expect(placeIn([cell], 'seq1m_q8t1_read', 150)).toBeNull();
  expect(placeIn([], METRIC, 150)).toBeNull();
});

test('what the device keeps up is the median of those who measured it', () => {
  const cell: CellSummary = { ...cellOf([300, 3]), metric: 'sustained_write', unit: 'bytes_per_s', p50: 300 };
  expect(sustainedIn([cellOf([100, 3]), cell], '/leaderboard')).toEqual({
    bytesPerS: 300,
    networks: 3,
    href: '/leaderboard',
  });
  expect(sustainedIn([cellOf([100, 3])], '/leaderboard')).toBeNull();
});
