import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pace } from '../src/lib/base/charts/show-chart.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function askTenTimesASecond(seconds: number, ask: (work: () => void) => void): number[] {
  const done: number[] = [];
  for (let n = 0; n < seconds * 10; n++) {
    ask(() => done.push(n));
    vi.advanceTimersByTime(100);
  }
  return done;
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
