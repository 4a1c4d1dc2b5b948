import { describe, expect, it } from 'vitest';
import {
  appMetricId,
  contenderTable,
  type AppStoreId,
  type AppWorkload,
  type ConfirmedMetric,
} from '../../src/boards/index.ts';
import { DEFAULT_CONTENDERS } from '../../src/families/index.ts';
import { APP_STORES } from '../../src/boards/metrics.ts';

/** So many networks, all within 1 % of a time. */
function metric(workload: AppWorkload, store: AppStoreId, us: number, networks = 20): ConfirmedMetric {
  const p50 = us * 1000;
  return { metric: appMetricId(workload, store), p50, low: p50 * 0.99, high: p50 * 1.01, networks };
}

const placesOf = (metrics: readonly ConfirmedMetric[]) =>
  contenderTable(metrics).map(({ contender, engine, cells: { put } }) => [contender, engine, put?.rank, put?.tied]);

describe('contenders of storage for apps', () => {
  it('are those of the standard plan', () => {
    const all = new Set(Object.values(APP_STORES).map(({ contender }) => contender));
    expect([...all].toSorted()).toEqual(DEFAULT_CONTENDERS.toSorted());
  });

  it('are ranked within their class only, and a floor is not ranked', () => {
    const metrics = [metric('put', 'coop', 10), metric('put', 'opfs_sync', 20), metric('put', 'sahpool_wal', 90)];
    expect(placesOf([...metrics, metric('put', 'sahpool', 200)])).toEqual([
      ['opfs-sync', null, null, false],
      ['sahpool-wal', null, 1, false],
      ['sahpool', null, 2, false],
      ['coop', null, 1, false],
    ]);
  });

  it('share a rank where no difference is clear, and the next rank counts all before it', () => {
    const metrics = [
      metric('put', 'sahpool_wal', 100),
      metric('put', 'write_ahead', 100.5),
      metric('put', 'idb_strict_sqlite', 300),
      metric('put', 'idb_strict_leveldb', 400),
    ];
    expect(placesOf(metrics)).toEqual([
      ['sahpool-wal', null, 1, true],
      ['write-ahead', null, 1, true],
      ['idb-strict', 'sqlite', 3, false],
      ['idb-strict', 'leveldb', 4, false],
    ]);
  });

  it('that are confirmed in one workload have no cell in the other', () => {
    const [row] = contenderTable([metric('read', 'coop', 5)]);
    expect(row?.cells.put).toBeNull();
    expect(row?.cells.read).toMatchObject({ value: 5000, rank: 1 });
    expect(contenderTable([])).toEqual([]);
  });
});
