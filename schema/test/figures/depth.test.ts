import { expect, it } from 'vitest';
import type { JobResult } from '../../src/documents/index.ts';
import { fallsShort, leadingDepth, reachedDepth } from '../../src/figures/index.ts';
import { makePass, makeSide } from '../../test-support/record.ts';

/** A pass of one second in which calls took so many seconds together. */
const deep = (kind: 'throughput' | 'flush_each', depth: number) =>
  makePass({ kind, workers: 8, write: makeSide({ busy_ns: depth * 1e9 }) });

const writesOf = (blockBytes: number): JobResult => ({
  row: { pattern: 'random', block_bytes: blockBytes, queues: 8, threads: 1 },
  direction: 'write',
  status: 'done',
  workers: 8,
  layout: 'shared',
  passes: [deep('throughput', 7.9), deep('flush_each', 3)],
  verified_sectors: 0,
});

it('small writes are judged by the depth of those that were flushed one by one, which they are shown by', () => {
  const small = writesOf(4096);
  expect(leadingDepth(small)).toBeCloseTo(3);
  expect(reachedDepth(small)).toBeCloseTo(7.9);
  expect(fallsShort(leadingDepth(small) ?? 8, small)).toBe(true);
});

it('large writes are judged by the depth of those that were flushed at the end', () => {
  const large = writesOf(1024 * 1024);
  expect(leadingDepth(large)).toBeCloseTo(7.9);
  expect(fallsShort(leadingDepth(large) ?? 0, large)).toBe(false);
});
