import { expect, test, describe } from 'vitest';
import type { CellSummary } from '@opfsmark/schema/api';
import { MIN_CROWD, hillPath } from '@opfsmark/schema/answer';
import { metricOf, type MetricId } from '@opfsmark/schema/boards';
import { parseRowName } from '@opfsmark/schema/documents';
import { PLAIN, plainRecord } from '@opfsmark/schema/test-support/matrix-records';
import { realRecord } from '@opfsmark/schema/test-support/real-records';
import {
  placeAmongDrives,
  placeIn,
  sustainedIn,
  comparedOf,
  peerGroupsOf,
  cutAround,
} from '../src/lib/features/board/standing.ts';

function countedCell(metric: MetricId, ...buckets: [value: number, count: number][]): CellSummary {
  const { unit, better } = metricOf(metric);
  const providers = buckets.reduce((sum, [, count]) => sum + count, 0);
  const percentiles = { p5: 0, p25: 0, p50: 0, p75: 0, p95: 0, low: 0, high: 0 };
  return {
    metric,
    unit,
    better,
    providers,
    of: 'providers',
    ...percentiles,
    run_id: '0123456789ABCDEF',
    buckets: buckets.map(([value, count]) => ({ value, count })),
  };
}

const METRIC = 'rnd4k_q1t1_write';
const cellOf = (...buckets: [value: number, count: number][]) => countedCell(METRIC, ...buckets);

test('a place counts the slower ones, and those alike by half', () => {
  const cell = cellOf([100, 30], [200, 20], [300, 50]);
  expect(placeIn([cell], METRIC, 250)).toEqual({ count: 100, of: 'providers', slower: 0.5 });
  expect(placeIn([cell], METRIC, 200.5)).toEqual({ count: 100, of: 'providers', slower: 0.4 });
  expect(placeIn([cell], METRIC, 10)).toEqual({ count: 100, of: 'providers', slower: 0 });
});

test('where less is better, the slower ones are those with more', () => {
  const cell = { ...cellOf([100, 30], [200, 20], [300, 50]), better: 'lower' as const };
  expect(placeIn([cell], METRIC, 150)).toEqual({ count: 100, of: 'providers', slower: 0.7 });
});

test('among few there is no place, and of another figure none at all', () => {
  const cell = cellOf([100, MIN_CROWD - 2], [200, 1]);
  expect(placeIn([cell], METRIC, 150)).toEqual({ count: MIN_CROWD - 1, of: 'providers', slower: null });
  expect(placeIn([cell], 'seq1m_q8t1_read', 150)).toBeNull();
  expect(placeIn([], METRIC, 150)).toBeNull();
});

test('what the device keeps up is the median of those who measured it', () => {
  const cell: CellSummary = { ...cellOf([300, 3]), metric: 'sustained_write', unit: 'bytes_per_s', p50: 300 };
  expect(sustainedIn([cellOf([100, 3]), cell], '/leaderboard')).toEqual({
    bytesPerS: 300,
    ...{ count: 3, of: 'providers' },
    href: '/leaderboard',
  });
  expect(sustainedIn([cellOf([100, 3])], '/leaderboard')).toBeNull();
});

test('a place is among machines where nobody names providers, and one alone has none', () => {
  const cell: CellSummary = { ...cellOf([100, 30], [200, 20], [300, 50]), of: 'machines', unconfirmed: true };
  expect(placeIn([cell], METRIC, 250)).toEqual({ count: 100, of: 'machines', slower: 0.5 });
  expect(placeIn([cellOf([100, 1])], METRIC, 100)).toBeNull();
});

describe('of ten drives', () => {
  const among = (points: number, cell: Partial<CellSummary> = {}) =>
    placeAmongDrives([{ ...countedCell('drive_score', [100, 6], [900, 8], [3_000, 6]), ...cell }], {
      drive_score: points,
    });

  test('tenths are rounded down, and nobody is faster than all', () => {
    expect([1_500, 200, 5_000].map((points) => among(points))).toEqual([{ faster: 7 }, { faster: 3 }, { faster: 9 }]);
    expect(among(50)).toEqual({ slower: 9 });
  });

  test('few others, or a result without points, have no place', () => {
    expect(among(1_500, { providers: MIN_CROWD - 1 })).toBeNull();
    expect(placeAmongDrives([countedCell('drive_score', [100, 20])], { rnd4k_q1t1_read: 9_000 })).toBeNull();
    expect(placeAmongDrives([], { drive_score: 1_500 })).toBeNull();
  });
});

/** The peers of a run of the usual rows. */
const around = (cells: readonly CellSummary[], values: Readonly<Record<string, number>>) =>
  peerGroupsOf(cells, comparedOf(plainRecord(), values));

const reads = countedCell('rnd4k_q1t1_read', [100, 14], [9_000, 4], [20_000, 2]);

test('a result is faster than those that are slower by more than a bucket', () => {
  expect(around([reads], { rnd4k_q1t1_read: 9_050 })).toMatchObject([{ ruler: 'opens', peers: 20, slower: 14 }]);
});

test('a ruler in megabytes compares bytes, and saves are not compared', () => {
  const largeReads = countedCell('seq1m_q8t1_read', [50e6, 5], [500e6, 15]);
  const flushes = countedCell('rnd4k_q1t1_flush', [1e6, 20]);
  const [moves, ...others] = around([largeReads, flushes], { seq1m_q8t1_read: 400e6, rnd4k_q1t1_flush: 2e6 });
  expect(moves).toMatchObject({ ruler: 'moves', peers: 20, slower: 5 });
  const values = [
    { value: 50, count: 5 },
    { value: 500, count: 15 },
  ];
  expect(moves?.hill).toBe(hillPath('moves', values));
  expect(others).toEqual([]);
});

test('below twenty nothing is said, nor of what the result has not measured', () => {
  expect(around([countedCell('rnd4k_q1t1_read', [100, MIN_CROWD - 1])], { rnd4k_q1t1_read: 9_000 })).toEqual([]);
  expect(around([reads], {})).toEqual([]);
});

test('the row of the ruler is compared, and no other', () => {
  const rows = ['SEQ1M Q1', 'SEQ128K Q32', 'RND4K Q32'].flatMap((name) => parseRowName(name) ?? []);
  const values = { seq1m_q1t1_read: 400e6, rnd4k_q32t1_read: 9_000, rnd4k_q1t1_read: 9_000 };
  expect(comparedOf(plainRecord({ ...PLAIN, rows }), values)).toMatchObject([
    { ruler: 'moves', metric: 'seq1m_q1t1_read' },
  ]);
  const unrankedRows = ['SEQ2M Q8', 'SEQ1M Q1'].flatMap((name) => parseRowName(name) ?? []);
  expect(comparedOf(plainRecord({ ...PLAIN, rows: unrankedRows }), values)).toEqual([]);
});

test('a hill is highest where most stand', () => {
  const points = hillPath('opens', [
    { value: 1_000, count: 9 },
    { value: 100, count: 1 },
  ]);
  expect(points).toContain('50 0.0');
  expect(points).not.toContain('25 0.0');
});

describe('each ranked family is shown among others', () => {
  const recordOf = (name: string) => realRecord(`chromium-family-${name}`);
  const cells = (...of: readonly CellSummary[]) => of;

  test('a sustained write among sustained writes of the same system', () => {
    const comparedValues = comparedOf(recordOf('sustained'), { sustained_write: 400e6 });
    expect(peerGroupsOf(cells(countedCell('sustained_write', [50e6, 5], [500e6, 15])), comparedValues)).toMatchObject([
      { ruler: 'moves', peers: 20, slower: 5 },
    ]);
  });

  test('a picked folder by what it writes', () => {
    const comparedValues = comparedOf(recordOf('picked-folder'), { picked_seq_write: 400e6, picked_seq_read: 1e9 });
    expect(comparedValues).toMatchObject([{ ruler: 'moves', metric: 'picked_seq_write' }]);
  });

  test('a picked file by its wait, of which less is faster, on a ruler of reads per second', () => {
    const comparedValues = comparedOf(recordOf('picked-file'), { picked_file_wait: 1e6, picked_file_read: 1e9 });
    const [peerGroup] = peerGroupsOf(cells(countedCell('picked_file_wait', [1e5, 4], [10e6, 16])), comparedValues);
    expect(peerGroup).toMatchObject({ ruler: 'opens', peers: 20, slower: 16 });
    expect(peerGroup?.hill).toBe(
      hillPath('opens', [
        { value: 10_000, count: 4 },
        { value: 100, count: 16 },
      ]),
    );
    expect(comparedOf(recordOf('picked-file'), { picked_file_read: 1e9 })).toMatchObject([{ ruler: 'moves' }]);
  });

  test('the best store for apps among the same store of the same browser', () => {
    const record = recordOf('app-storage');
    const values = { app_put_idb_strict_leveldb: 1e6, app_put_sahpool: 1e5, app_read_idb_strict_leveldb: 1e4 };
    expect(comparedOf(record, values)).toMatchObject([{ ruler: 'items', metric: 'app_put_idb_strict_leveldb' }]);
    // With two engines of IndexedDB in a browser, its record does not always say which.
    expect(comparedOf(record, { app_put_sahpool: 1e5 })).toEqual([]);
    expect(cutAround(record)).toMatch(/^client\|.*\|linux\|chrome$/);
  });

  test('and what cannot be ranked is shown among none', () => {
    expect(cutAround(recordOf('stutter'))).toBeNull();
    expect(comparedOf(recordOf('stutter'), { sustained_write: 1 })).toEqual([]);
  });
});
