import { expect, it } from 'vitest';
import { bucketOf, emptyCounts, encodeHistogram } from '../../src/documents/histogram.ts';
import { isOfClock } from '../../src/evidence/latencies.ts';

const STEP_NS = 5_000;
function histogramOf(...latenciesNs: number[]): string {
  const counts = emptyCounts();
  for (const ns of latenciesNs) counts[bucketOf(ns)] = 1;
  return encodeHistogram(counts);
}

it('a clock shows multiples of its step, and nothing between them', () => {
  expect(isOfClock(histogramOf(0, STEP_NS, 3 * STEP_NS), STEP_NS)).toBe(true);
  expect(isOfClock(histogramOf(STEP_NS, 1.5 * STEP_NS), STEP_NS)).toBe(false);
  // Buckets are wider than the step there.
  expect(isOfClock(histogramOf(1e6), STEP_NS)).toBe(true);
});
