import { describe, expect, test } from 'vitest';
import {
  axisReach,
  compareRuns,
  differences,
  intervalOf,
  ratioOf,
  readRunIds,
  testDifferences,
  type ComparedRun,
} from '../src/lib/features/compare/compare.ts';
import { compareAddress } from '../src/lib/features/compare/address.ts';

const facts: ComparedRun['facts'] = {
  device: 'Mac mini',
  drive: null,
  interface: 'NVMe',
  filesystem: 'APFS',
  os: 'macOS 26',
  browser: 'Chrome 156',
  engine: 'opfs-sync',
  layout: 'shared',
  flush_primitive: 'F_FULLFSYNC',
  clock_step_ns: 5000,
  isolated: true,
  profile: 'default',
  settings: null,
  file_bytes: 1_073_741_824,
  loops: 5,
  limit_s: 5,
  data: 'random',
  cache: 'as-is',
};

function run(id: string, tests: Record<string, readonly [value: number, low: number, high: number]>, change = {}) {
  return {
    run_id: id,
    family: 'matrix' as const,
    started_at: '2026-11-21T10:00:00.000Z',
    facts: { ...facts, ...change },
    tests: Object.entries(tests).map(([key, [value, low, high]]) => ({
      id: key,
      name: key,
      figure: 'read' as const,
      p99_ns: null,
      value,
      low,
      high,
    })),
  } satisfies ComparedRun;
}

const rate = (values: number[], median: number) => ({
  values,
  median,
  min: Math.min(...values),
  max: Math.max(...values),
  spread: 0,
});

describe('the interval of a figure', () => {
  test('is least to greatest loop where there are loops enough', () => {
    expect(intervalOf(rate([98, 99, 100, 101, 102], 100))).toEqual({ value: 100, low: 98, high: 102 });
  });

  test('is no narrower than a steady spread where there are few', () => {
    const { low, high } = intervalOf(rate([100], 100));
    expect(low).toBeCloseTo(90.9, 1);
    expect(high).toBeCloseTo(110, 6);
  });
});

describe('a ratio', () => {
  test('is clear where the intervals lie apart', () => {
    const ratio = ratioOf({ value: 200, low: 190, high: 210 }, { value: 100, low: 95, high: 105 });
    expect(ratio).toMatchObject({ ratio: 2, tie: false });
    expect(ratio?.log10Ratio).toBeCloseTo(0.301, 3);
    expect(ratio?.low).toBeCloseTo(190 / 105, 9);
    expect(ratio?.high).toBeCloseTo(210 / 95, 9);
  });

  test('is a tie where they overlap or touch', () => {
    expect(ratioOf({ value: 110, low: 100, high: 120 }, { value: 100, low: 90, high: 105 })?.tie).toBe(true);
    expect(ratioOf({ value: 110, low: 105, high: 120 }, { value: 100, low: 90, high: 105 })?.tie).toBe(true);
  });

  test('to nothing is none', () => {
    expect(ratioOf({ value: 1, low: 1, high: 1 }, { value: 0, low: 0, high: 0 })).toBeNull();
  });
});

describe('runs side by side', () => {
  const a = run('A', { x: [100, 95, 105], y: [10, 9, 11] });
  const b = run('B', { y: [30, 29, 31], z: [5, 5, 5] }, { filesystem: 'exFAT', device: 'Mac mini' });

  test('every test of any run has a row, and a hole where a run lacks it', () => {
    const rows = compareRuns([a, b], a);
    expect(rows.map(({ id }) => id)).toEqual(['x', 'y', 'z']);
    expect(rows[0]?.cells.map(({ test: own }) => own?.value ?? null)).toEqual([100, null]);
    expect(rows[1]?.cells.map(({ ratio }) => ratio?.ratio ?? null)).toEqual([null, 3]);
    expect(rows[2]?.cells.map(({ ratio }) => ratio)).toEqual([null, null]);
  });

  test('the baseline is chosen', () => {
    const ratio = compareRuns([a, b], b)[1]?.cells[0]?.ratio;
    expect(ratio?.ratio).toBeCloseTo(1 / 3, 9);
  });

  test('what differs is named, and what makes it another test', () => {
    expect(differences([a, b])).toEqual(['filesystem']);
    expect(testDifferences(differences([a, b]))).toEqual([]);
    const other = run('C', {}, { file_bytes: 1, layout: 'per-worker', loops: 9 });
    expect(testDifferences(differences([a, other]))).toEqual(['layout', 'file_bytes']);
    expect(differences([a])).toEqual([]);
  });
});

test('an axis holds everything and begins at twice as fast', () => {
  expect(axisReach([])).toBeCloseTo(0.301, 3);
  expect(axisReach([0.2, -0.4])).toBe(0.5);
  expect(axisReach([-1.3])).toBe(2);
});

describe('an address', () => {
  const [one, two] = ['0123456789ABCDEF', 'ZZZZZZZZZZZZZZZZ'];

  test('ids are found in whatever was pasted, each once', () => {
    expect(readRunIds(`https://example.org/r/${one.toLowerCase()}?unit=iops\n${two}, ${one}`)).toEqual([one, two]);
    expect(readRunIds('nothing here, 0123456789ABCDEFG neither')).toEqual([]);
  });

  test('goes there and back', () => {
    expect(compareAddress({ ids: [one, two], base: two, caseId: null })).toBe(
      `/compare?runs=${one},${two}&base=${two}`,
    );
    expect(compareAddress({ ids: [one], base: two, caseId: 'x' })).toBe(`/compare?runs=${one}&case=x`);
    expect(compareAddress({ ids: [], base: null, caseId: null })).toBe('/compare');
  });
});
