import { describe, expect, test, afterEach, beforeEach, it, vi } from 'vitest';
import {
  barsChart,
  dotRadii,
  linesChart,
  linesLook,
  histogramChart,
  linesOfName,
} from '../src/lib/base/charts/drawing.ts';
import { isLogLabel, logBounds, type Theme } from '../src/lib/base/charts/axes.ts';
import type { LinesSpec } from '../src/lib/base/charts/spec.ts';
import type { CacheVerdict } from '@opfsmark/schema/figures';
import { chartLook } from '../src/lib/features/families/matrix/model/source.ts';
import { loadChartsToPrint, pace } from '../src/lib/base/charts/show-chart.svelte.ts';
import { decadesOn, logScaleOf, placeOn, placesOn } from '../src/lib/base/charts/log-scale.ts';
import { compareWithBaseline } from '@opfsmark/schema/documents';
import { publishedCases } from '../src/lib/base/figures/published.ts';
import { barPosition, UNITS } from '../src/lib/base/format/units.ts';
import { createI18n } from '../src/lib/base/i18n/index.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { ratioAxis } from '../src/lib/features/families/details/published.ts';

const theme: Theme = {
  colourOf: (name) => name,
  hatchOf: (name) => `hatched ${name}`,
  font: { family: 'sans-serif', size: 12 },
};
const spec = (values: readonly (number | null)[], more: Partial<LinesSpec> = {}): LinesSpec => ({
  kind: 'lines',
  places: values.map((_, index) => `${index}`),
  lines: [{ name: 'MB/s', colour: 'read', values }],
  titles: { x: 'time', y: 'MB/s' },
  tick: String,
  show: (value) => `${value}`,
  ...more,
});

describe('an axis of values', () => {
  test('begins at zero, however far above it the values are', () => {
    expect(linesChart(spec([900, 910, 905]), theme).options?.scales?.['y']).toMatchObject({
      type: 'linear',
      beginAtZero: true,
    });
    const bars = [{ name: 'MB/s', colour: 'read' as const, values: [900, 910] }];
    const chart = barsChart({ kind: 'bars', places: ['a', 'b'], bars, axis: 'MB/s', show: String }, theme, 1000);
    expect(chart.options?.scales?.['x']).toMatchObject({ beginAtZero: true });
  });

  test.each([
    [[3200, 4100], 1000, 10_000],
    [[0.4, 35], 0.1, 100],
    [[1000, 1000], 1000, 10_000],
    [[null, 0], 1, 10],
  ])('in decades holds %j between %d and %d', (values, min, max) => {
    expect(logBounds(values)).toEqual({ min, max });
    expect(linesChart(spec(values, { logarithmic: true }), theme).options?.scales?.['y']).toMatchObject({
      type: 'logarithmic',
      min,
      max,
    });
  });

  test('in decades writes 1, 2 and 5 of few, and 1 of many', () => {
    const narrowRange = { min: 1, max: 100 };
    expect([1, 2, 3, 5, 9, 10, 20, 100].filter((value) => isLogLabel(value, narrowRange))).toEqual([
      1, 2, 5, 10, 20, 100,
    ]);
    const wideRange = { min: 0.001, max: 100 };
    expect([0.001, 0.002, 0.01, 0.5, 1, 5, 100].filter((value) => isLogLabel(value, wideRange))).toEqual([
      0.001, 0.01, 1, 100,
    ]);
  });
});

describe('a line', () => {
  test('of one point is a dot, and so is a point between gaps', () => {
    const [dotRadius] = dotRadii([5]);
    expect(dotRadius).toBeGreaterThan(0);
    expect(dotRadii([1, 2, null, 3, null, 4, 5]).map((radius) => radius === dotRadius)).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  test('of many points has no dots but for lone ones', () => {
    const values = Array.from({ length: 100 }, (_, index) => (index === 49 || index === 51 ? null : index));
    expect(dotRadii(values).flatMap((radius, index) => (radius > 0 ? [index] : []))).toEqual([50]);
  });

  test('looks the same while only its values change, and not when its decades do', () => {
    expect(linesLook(spec([1, 2]))).toBe(linesLook(spec([100, 200, 300])));
    const [nearSpec, farSpec] = [spec([20, 30], { logarithmic: true }), spec([20, 3000], { logarithmic: true })];
    expect(linesLook(nearSpec)).not.toBe(linesLook(farSpec));
  });
});

const verdict = (of: CacheVerdict['verdict']): CacheVerdict => ({
  verdict: of,
  why: 'split',
  share_from_memory: null,
  low: 0,
  high: 1,
  cut_ns: null,
});
describe('what memory answered is drawn in no colour of the drive', () => {
  test.each([
    ['read', 'memory', { colour: 'muted', isMemory: true }],
    ['read', 'drive', { colour: 'read', isMemory: false }],
    ['mix', 'memory', { colour: 'muted', isMemory: true }],
  ] as const)('%s, %s', (direction, of, look) => {
    expect(chartLook({ direction }, verdict(of))).toEqual(look);
  });

  test('and a write without a verdict in its own', () => {
    expect(chartLook({ direction: 'write' }, null)).toEqual({ colour: 'write', isMemory: false });
  });

  test('a histogram of it is hatched, and its bars have an edge', () => {
    const bins = [{ fromNs: 1000, toNs: 1260, calls: 5 }];
    const spec = { kind: 'histogram', bins, axis: '', duration: String, tick: String, percent: String } as const;
    const [hatchedDataset] = histogramChart({ ...spec, colour: 'muted', hatched: true }, theme).data.datasets;
    expect(hatchedDataset).toMatchObject({ backgroundColor: 'hatched muted', borderColor: 'muted', borderWidth: 1 });
    const [plainDataset] = histogramChart({ ...spec, colour: 'read' }, theme).data.datasets;
    expect(plainDataset).toMatchObject({ backgroundColor: 'read', borderWidth: 0 });
  });
});

test('bars of a board stand on whole decades, and ten times more is always as far', () => {
  const scale = logScaleOf([30, 6455], [32, 120_977]);
  expect(scale).toEqual({ low: 10, high: 1_000_000 });
  expect(placeOn(scale, 10)).toBe(0);
  expect(placeOn(scale, 1_000_000)).toBe(1);
  expect(placeOn(scale, 1000) - placeOn(scale, 100)).toBeCloseTo(placeOn(scale, 10_000) - placeOn(scale, 1000), 9);
  expect(decadesOn(scale)).toEqual([100, 1000, 10_000, 100_000].map((value) => placeOn(scale, value)));
});

test('values of one decade still have a scale, and nothing leaves it', () => {
  const scale = logScaleOf([200], [300]);
  expect(scale).toEqual({ low: 100, high: 1000 });
  expect(placeOn(scale, 1)).toBe(0);
  expect(placeOn(scale, 1e9)).toBe(1);
  expect(placesOn(scale, { low: 0, value: 1000, high: 1e9 })).toEqual({ low: 0, value: 1, high: 1 });
});

test.each([
  ['never flushed', ['never flushed']],
  ['flushed once at the end', ['flushed once at', 'the end']],
  ['All rows in one transaction', ['All rows in one', 'transaction']],
  ['put, one transaction', ['put', 'one transaction']],
  ['フラッシュなし', ['フラッシュなし']],
  ['最後に1回フラッシュ', ['最後に1回', 'フラッシュ']],
  ['シーケンシャル読み込み (1つずつ)', ['シーケンシャル', '読み込み (1つずつ)']],
  ['行の挿入、1行ずつコミット', ['行の挿入、', '1行ずつコミット']],
])('a name at a narrow chart, in lines that fit: %s', (name, lines) => expect(linesOfName(name)).toEqual(lines));

describe('a chart that is updated often', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function askTenTimesASecond(seconds: number, ask: (work: () => void) => void): number[] {
    const ticks: number[] = [];
    for (let n = 0; n < seconds * 10; n++) {
      ask(() => ticks.push(n));
      vi.advanceTimersByTime(100);
    }
    return ticks;
  }

  it('does the first at once, then the last of each half second', () => {
    const { ask } = pace(500);
    expect(askTenTimesASecond(2, ask)).toEqual([0, 4, 9, 14, 19]);
  });

  it('does what comes after a pause at once', () => {
    const { ask } = pace(500);
    const work = vi.fn();
    ask(vi.fn());
    vi.advanceTimersByTime(500);
    ask(work);
    expect(work).toHaveBeenCalledOnce();
  });

  it('does nothing after it is stopped', () => {
    const { ask, stop } = pace(500);
    const work = vi.fn();
    ask(vi.fn());
    ask(work);
    stop();
    vi.advanceTimersByTime(1000);
    expect(work).not.toHaveBeenCalled();
  });
});

await texts.load('en', 'site', 'families');
const { grid } = createI18n('en').t;
const family = texts.texts('en', 'families');

describe('bars on a log scale say which end is faster', () => {
  test.each(UNITS)('in the grid: a bar of more %s is longer', (unit) => {
    expect(barPosition(100, unit)).toBeGreaterThan(barPosition(10, unit));
  });

  test('in the grid: longer is faster for rates, shorter for times', () => {
    const ends = { low: '1', high: '100', unit: 'MB/s' };
    expect(grid.scale(ends)).toContain('longer is faster');
    expect(grid.scaleOfTimes({ ...ends, unit: 'µs' })).toContain('shorter is faster');
  });

  test('of published figures: rates grow to the right, times to the left, and sizes neither', () => {
    expect(ratioAxis('higher', family)).toBe('log10 of the ratio, further right is better');
    expect(ratioAxis('lower', family)).toBe('log10 of the ratio, further left is better');
    expect(ratioAxis('neither', family)).toBe('log10 of the ratio');
  });

  test('of published figures: the longest bar has the largest value, so that of times it is the slowest', () => {
    const times = publishedCases({}).flatMap(({ tables }) => tables.filter(({ better }) => better === 'lower'));
    expect(times.length).toBeGreaterThan(0);
    for (const { rows, baseline } of times) {
      const comparedRows = compareWithBaseline(rows, baseline);
      const [slowestRow] = comparedRows.toSorted((a, b) => b.value - a.value);
      expect(slowestRow?.log10Ratio).toBe(Math.max(...comparedRows.map(({ log10Ratio }) => log10Ratio)));
    }
  });
});

test('what draws is loaded for print once somebody has looked at a page for a while, who may print it from a menu', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  const [onLoaded, load] = [vi.fn(), loadChartsToPrint()];
  void load.then(onLoaded);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(onLoaded).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  await load;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
