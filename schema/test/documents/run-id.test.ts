import { describe, expect, it } from 'vitest';
import { newRunId, randomId, RUN_ID_PATTERN, timeOfRunId } from '../../src/documents/run-id.ts';

const TIMES = [0, 1, 31, 32, Date.UTC(2026, 10, 22), Date.UTC(2026, 10, 22) + 1, Date.UTC(2099, 0, 1), 2 ** 45 - 1];

describe('the id of a run', () => {
  it('begins with its time, so that ids in text order are in time order', () => {
    const ids = TIMES.map((ms) => newRunId(ms));
    for (const id of ids) expect(id).toMatch(RUN_ID_PATTERN);
    expect(ids.map(timeOfRunId)).toEqual(TIMES);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('ends in 35 random bits, so that two of one millisecond differ', () => {
    const ids = Array.from({ length: 2000 }, () => newRunId(TIMES[4]));
    expect(new Set(ids).size).toBe(2000);
    expect(new Set(ids.map((id) => id.slice(0, 9))).size).toBe(1);
  });
});

it('a random id is all random, because a machine must not tell when it was first used', () => {
  const ids = Array.from({ length: 500 }, () => randomId());
  for (const id of ids) expect(id).toMatch(RUN_ID_PATTERN);
  expect(new Set(ids.map((id) => id.slice(0, 9))).size).toBe(500);
  expect(new Set(ids.join('')).size).toBe(32);
});
