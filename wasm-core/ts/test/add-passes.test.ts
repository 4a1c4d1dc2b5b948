import type { PassHead } from '@opfsmark/schema/schedule';
import { describe, expect, it } from 'vitest';
import { addPasses, addSides, mergePass } from '../page/merge.ts';
import { rawSide } from './fakes.ts';

const HEAD: PassHead = { kind: 'throughput', loop: 1, timing: 'each', flush: 'none', limitS: 0 };

/** A pass of one worker with these reads and writes. */
function passOf(readsNs: readonly number[], writesNs: readonly number[] = []) {
  const elapsedNs = [...readsNs, ...writesNs].reduce((sum, ns) => sum + ns, 0);
  const [read, write] = [rawSide(readsNs), rawSide(writesNs)];
  return mergePass(HEAD, [
    { ended: 'visited', beganMs: 0, elapsedNs, totalNs: elapsedNs, flushNs: 0, binNs: 1e8, read, write },
  ]);
}

describe('two passes as one', () => {
  it('have the calls and the time of both', () => {
    const sum = addPasses(passOf([10_000, 5_000], [20_000]), passOf([15_000], [25_000]));
    expect(sum).toMatchObject({
      elapsed_ns: 75_000,
      read: { ops: 3, busy_ns: 30_000, min_ns: 5_000, max_ns: 15_000 },
      write: { ops: 2, busy_ns: 45_000, min_ns: 20_000, max_ns: 25_000 },
    });
  });

  it.each([
    ['first', [], [5_000]],
    ['second', [5_000], []],
  ])('have the smallest latency of the other where the %s made no call', (_, first, second) => {
    const sum = addPasses(passOf(first), passOf(second));
    expect(sum.read).toMatchObject({ ops: 1, min_ns: 5_000, max_ns: 5_000, histogram: '105:1' });
    expect(sum.write).toMatchObject({ ops: 0, min_ns: 0, max_ns: 0, histogram: '' });
  });

  it('keep a latency of less than a step of the clock', () => {
    const { read } = addPasses(passOf([0]), passOf([5_000]));
    expect(read).toMatchObject({ ops: 2, min_ns: 0, max_ns: 5_000 });
  });
});

it('begins with the first pass', () => {
  const { read } = passOf([5_000]);
  expect(read && addSides(undefined, read)).toMatchObject({ ops: 1, min_ns: 5_000, histogram: '105:1' });
});
