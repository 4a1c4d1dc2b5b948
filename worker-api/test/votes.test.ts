import { expect, it } from 'vitest';
import { bucketOfValue } from '../src/boards/buckets.ts';
import { RUNS_PER_MACHINE, votesOf, type CountedRun } from '../src/boards/votes.ts';

const METRIC = 'seq1m_q1t1_write';
let id = 0;
const runOf = (value: number, rig: string, confirmed = 0): CountedRun => ({
  run_id: `${id++}`,
  created_ms: 1,
  rig,
  confirmed,
  provider: 1,
  unusual: '',
  metrics: { [METRIC]: { value, p99_ns: null } },
});
const runs = (count: number, value: number, rig: string) => Array.from({ length: count }, () => runOf(value, rig));
const votedOf = (newestFirst: readonly CountedRun[]) =>
  votesOf(newestFirst, { usualMs: 1, unusualMs: 1 })[0]?.buckets.get(METRIC);

it('a machine votes with its last runs, and not with what it measured before', () => {
  expect(votedOf([...runs(RUNS_PER_MACHINE, 100, 'a'), ...runs(20, 9_000, 'a')])).toBe(bucketOfValue(100));
});

it('a machine with many runs is one of its network, as one with a single run is', () => {
  const machines = [...runs(RUNS_PER_MACHINE, 9_000, 'a'), runOf(100, 'b'), runOf(110, 'c')];
  expect(votedOf(machines)).toBe(bucketOfValue(110));
});

it('where a moderator has confirmed runs, these alone vote', () => {
  expect(votedOf([...runs(3, 9_000, 'a'), runOf(100, 'b', 1)])).toBe(bucketOfValue(100));
});
