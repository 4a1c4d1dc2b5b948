import { describe, expect, it, test } from 'vitest';
import {
  appMetricId,
  type AppStoreId,
  type AppWorkload,
  type KnownMetric,
  contenderTable,
  isDifferent,
  medianRanks,
  sureInterval,
  type EstimatedMedian,
} from '../../src/boards/index.ts';
import { DEFAULT_CONTENDERS } from '../../src/families/app-storage/plan.ts';
import { APP_STORES } from '../../src/boards/metrics.ts';

/** Evenly spread numbers below 1, the same in every run. */
function* randoms(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield (state + 0.5) / 2 ** 32;
  }
}

/** Median and interval of providers' values, as boards have them. */
function medianOf(providers: readonly number[]): EstimatedMedian {
  const sorted = providers.toSorted((a, b) => a - b);
  const n = providers.length;
  const [low, high] = medianRanks(n);
  const at = (rank: number) => sorted[rank - 1] ?? NaN;
  return { value: at(Math.ceil(n / 2)), low: at(low), high: at(high), providers: n };
}

function medianFrom(random: Generator<number>, count: number, centre: number, spread: number): EstimatedMedian {
  const nextUniform = () => random.next().value as number;
  const normal = () => Math.sqrt(-2 * Math.log(nextUniform())) * Math.cos(2 * Math.PI * nextUniform());
  return medianOf(Array.from({ length: count }, () => centre * Math.exp(spread * normal())));
}

/** How often of 2,000 pairs the two are told apart. */
function shareFound(counts: readonly [number, number], factor: number, spread = 0.2): number {
  const random = randoms(counts[0] * 1000 + counts[1]);
  const pairs = Array.from({ length: 2000 }, () =>
    isDifferent(medianFrom(random, counts[0], 100, spread), medianFrom(random, counts[1], 100 * factor, spread)),
  );
  return pairs.filter(Boolean).length / pairs.length;
}

describe('two medians of one kind of machine', () => {
  test.each<[number, number]>([
    [3, 3],
    [3, 30],
    [5, 8],
    [8, 8],
    [12, 12],
    [50, 50],
    [400, 400],
  ])('of %d and %d providers are told apart in at most 8 of 100 cases', (a, b) => {
    expect(shareFound([a, b], 1)).toBeLessThanOrEqual(0.08);
  });
});

test('machines twice as fast are told apart from few providers on', () => {
  expect(shareFound([5, 5], 2)).toBeGreaterThan(0.8);
  expect(shareFound([20, 20], 2)).toBe(1);
});

test('machines a fifth faster are told apart the more often, the more providers there are', () => {
  const shares = [4, 5, 6, 8, 10, 12, 20].map((count) => shareFound([count, count], 1.2, 0.1));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shareFound([10, 10], 1.2, 0.1)).toBeGreaterThan(0.7);
});

test.each([5, 8, 10, 20, 50])(
  'of %d providers the sure interval holds the median of all in about 95 of 100 cases',
  (n) => {
    const random = randoms(n);
    const intervals = Array.from({ length: 2000 }, () => sureInterval(medianFrom(random, n, 100, 0.2)));
    const share = intervals.filter(({ low, high }) => low <= 100 && 100 <= high).length / intervals.length;
    expect(share).toBeGreaterThan(0.92);
    expect(share).toBeLessThan(0.985);
  },
);

test('the interval of few providers is wider than their range, and of one wider than of many', () => {
  const few = { value: 100, low: 95, high: 105, providers: 3 };
  const { low, high } = sureInterval(few);
  expect(low).toBeLessThan(90);
  expect(high).toBeGreaterThan(110);
  const one = sureInterval({ value: 100, low: 100, high: 100, providers: 1 });
  expect(one.high).toBeGreaterThan(high);
  const many = sureInterval({ value: 100, low: 98, high: 102, providers: 400 });
  expect(many.high).toBeCloseTo(102, 0);
});

test('a difference is found although the intervals overlap', () => {
  const a = { value: 100, low: 90, high: 111, providers: 40 };
  const b = { value: 120, low: 108, high: 133, providers: 40 };
  expect(b.low < a.high).toBe(true);
  expect(isDifferent(a, b)).toBe(true);
  expect(isDifferent(b, a)).toBe(true);
});

test('one provider each says nothing below a factor that no two alike machines show', () => {
  const one = (value: number) => ({ value, low: value, high: value, providers: 1 });
  expect(isDifferent(one(100), one(150))).toBe(false);
  expect(isDifferent(one(100), one(1000))).toBe(true);
});

test('providers that are all alike are as sure as their buckets', () => {
  const alike = (value: number, providers: number) => ({ value, low: value, high: value, providers });
  expect(isDifferent(alike(100, 10), alike(101, 10))).toBe(false);
  expect(isDifferent(alike(100, 10), alike(110, 10))).toBe(true);
});

/** So many providers, all within 1 % of a time. */
function metric(workload: AppWorkload, store: AppStoreId, us: number, providers = 20): KnownMetric {
  const p50 = us * 1000;
  return { metric: appMetricId(workload, store), p50, low: p50 * 0.99, high: p50 * 1.01, providers };
}

const placesOf = (metrics: readonly KnownMetric[]) =>
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
