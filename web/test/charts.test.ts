import { describe, expect, test } from 'vitest';
import { barsChart, dotRadii, linesChart, linesLook } from '../src/lib/base/charts/drawing.ts';
import { isLogLabel, logBounds, type Theme } from '../src/lib/base/charts/axes.ts';
import type { LinesSpec } from '../src/lib/base/charts/spec.ts';

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
    const few = { min: 1, max: 100 };
    expect([1, 2, 3, 5, 9, 10, 20, 100].filter((value) => isLogLabel(value, few))).toEqual([1, 2, 5, 10, 20, 100]);
    const many = { min: 0.001, max: 100 };
    expect([0.001, 0.002, 0.01, 0.5, 1, 5, 100].filter((value) => isLogLabel(value, many))).toEqual([
      0.001, 0.01, 1, 100,
    ]);
  });
});

describe('a line', () => {
  test('of one point is a dot, and so is a point between gaps', () => {
    const [alone] = dotRadii([5]);
    expect(alone).toBeGreaterThan(0);
    expect(dotRadii([1, 2, null, 3, null, 4, 5]).map((radius) => radius === alone)).toEqual([
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
    const [near, far] = [spec([20, 30], { logarithmic: true }), spec([20, 3000], { logarithmic: true })];
    expect(linesLook(near)).not.toBe(linesLook(far));
  });
});
