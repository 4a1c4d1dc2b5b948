import type { PassSpec } from '@opfsmark/schema/schedule';
import { describe, expect, it } from 'vitest';
import { MIB } from '@opfsmark/schema/documents';
import fc from 'fast-check';
import { addPasses, addSides, mergeFloor, mergePass } from '../page/merge.ts';
import type { PassReply, RawSide } from '../protocol/messages.ts';
import { batched, rawSide } from './fakes.ts';

const UNFLUSHED: PassSpec = { kind: 'throughput', loop: 1, timing: 'each', flush: 'none', limitS: 0 };

/** A pass of one worker with these reads and writes. */
function passOf(readsNs: readonly number[], writesNs: readonly number[] = []) {
  const elapsedNs = [...readsNs, ...writesNs].reduce((sum, ns) => sum + ns, 0);
  const [read, write] = [rawSide(readsNs), rawSide(writesNs)];
  return mergePass(UNFLUSHED, [
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
  ])('have the smallest latency of the other where the %s made no call', (_, firstReads, secondReads) => {
    const sum = addPasses(passOf(firstReads), passOf(secondReads));
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

const HEAD: PassSpec = { kind: 'throughput', loop: 1, timing: 'each', flush: 'end', limitS: 2 };

const reply = (changes: Partial<PassReply>): PassReply => ({
  ended: 'limit',
  beganMs: 0,
  elapsedNs: 1,
  totalNs: 1,
  flushNs: 0,
  binNs: 100e6,
  ...changes,
});

it('counts the calls that any worker has not recorded', () => {
  const sides = [2, 3].map((dropped) => ({ ...rawSide([5_000]), dropped }));
  expect(
    mergePass(
      HEAD,
      sides.map((read) => reply({ read })),
    ).read,
  ).toMatchObject({ ops: 2, dropped: 5 });
});

const merge = (replies: readonly PassReply[]) => mergePass(HEAD, replies);

const withSeries = (series: RawSide['series']): RawSide => ({ ...rawSide([1000]), series });

describe('a pass', () => {
  it('lasts from the first call of any worker to the last of any', () => {
    const now = 1.8e12;
    const pass = merge([
      reply({ beganMs: now + 5, elapsedNs: 4e6, totalNs: 4e6 }),
      reply({ beganMs: now + 8, elapsedNs: 4e6, totalNs: 6e6 }),
    ]);
    expect(pass).toMatchObject({ elapsed_ns: 7e6, total_ns: 9e6 });
  });

  it('of an open loop has what was due for all workers, and how late each of them woke up', () => {
    expect(merge([reply({ due: 9, lateNs: 20 }), reply({ due: 9, lateNs: 5 })])).toMatchObject({ due: 9, late_ns: 25 });
    expect(merge([reply({}), reply({})])).not.toHaveProperty('due');
  });

  it('lasts as long as its slowest worker where all begin together', () => {
    const pass = merge([
      reply({ elapsedNs: 10, totalNs: 30, flushNs: 20 }),
      reply({ elapsedNs: 25, totalNs: 26, flushNs: 1 }),
    ]);
    expect(pass).toMatchObject({ workers: 2, elapsed_ns: 25, total_ns: 30, flush_ns: 20 });
  });

  it.each([
    [['visited', 'visited'], 'visited'],
    [['visited', 'limit'], 'limit'],
    [['stopped', 'limit'], 'stopped'],
  ] as const)('of workers that ended by %s ended by %s', (endings, expected) => {
    expect(merge(endings.map((e) => reply({ ended: e }))).ended).toBe(expected);
  });

  it('has only the directions that its workers had', () => {
    const pass = merge([reply({ write: rawSide([1000]) })]);
    expect(Object.keys(pass)).not.toContain('read');
  });

  it('adds counts and series, and takes the largest of the largest', () => {
    const series = [
      { ops: [1, 2], busyNs: [1000, 2000], maxNs: [500_000, 7_000] },
      { ops: [10, 20, 30], busyNs: [5000, 5000, 5000], maxNs: [9_000, 8_000, 1_000] },
    ];
    const { read } = merge(series.map((s) => reply({ read: withSeries(s) })));
    expect(read?.series).toEqual({ ops: '11 22 30', busy_us: '6 7 5', max_us: '500 8 1' });
    expect(read).toMatchObject({ ops: 2, bytes: 8192, histogram: '32:2', min_ns: 1000, max_ns: 1000 });
  });

  it('brings bins of different width to the widest', () => {
    const narrowSide = withSeries({ ops: [1, 2, 3, 4, 5], busyNs: [0, 0, 0, 0, 0], maxNs: [1e3, 2e3, 9e3, 4e3, 5e3] });
    const wideSide = withSeries({ ops: [10, 20], busyNs: [0, 0], maxNs: [3e3, 3e3] });
    const pass = merge([reply({ read: narrowSide, binNs: 1e8 }), reply({ read: wideSide, binNs: 2e8 })]);
    expect(pass.bin_ns).toBe(2e8);
    expect(pass.read?.series).toMatchObject({ ops: '13 27 5', max_us: '3 9 5' });
  });

  it('puts the bins of a worker that began later where they were in time', () => {
    const firstSide = withSeries({ ops: [10, 20], busyNs: [1000, 2000], maxNs: [1000, 2000] });
    const lateSide = withSeries({ ops: [1, 2], busyNs: [1000, 2000], maxNs: [9000, 1000] });
    const now = 1.8e12;
    const pass = merge([reply({ read: firstSide, beganMs: now }), reply({ read: lateSide, beganMs: now + 130 })]);
    expect(pass.read?.series).toEqual({ ops: '10 21 2', busy_us: '1 3 2', max_us: '1 9 1' });
  });

  it('leaves workers without a timed call out of the smallest latency', () => {
    expect(merge([reply({ read: rawSide([]) }), reply({ read: rawSide([4000]) })]).read?.min_ns).toBe(4000);
  });

  it('has no latencies where calls were timed in batches', () => {
    expect(merge([reply({ read: batched(rawSide([1000])) })]).read).toMatchObject({
      histogram: '',
      min_ns: 0,
      max_ns: 0,
      ops: 1,
    });
  });

  it('is the same whatever the order of the workers, and loses no call', () => {
    const bins = fc.array(fc.nat(1000), { maxLength: 20 });
    const side = bins.map((ops) => ({
      ...withSeries({ ops, busyNs: ops.map((n) => n * 1000), maxNs: ops.map((n) => n * 7000) }),
      ops: ops.reduce((a, b) => a + b, 0),
    }));
    const worker = fc.tuple(side, fc.constantFrom(1e8, 2e8, 4e8)).map(([read, binNs]) => reply({ read, binNs }));
    fc.assert(
      fc.property(fc.array(worker, { minLength: 1, maxLength: 8 }), (workers) => {
        const pass = merge(workers);
        expect(merge(workers.toReversed())).toEqual(pass);
        const inBins = (pass.read?.series.ops ?? '').split(' ').reduce((sum, n) => sum + Number(n), 0);
        expect(inBins).toBe(pass.read?.ops);
      }),
    );
  });
});

it('takes as the floor of a call what the quickest worker paid', () => {
  const costs = { emptyReadNs: 400, getSizeNs: 300, cleanFlushNs: 200 };
  const floor = mergeFloor(MIB, [
    { hotRead: rawSide([500]), ...costs },
    { hotRead: rawSide([700]), ...costs, emptyReadNs: 100 },
  ]);
  expect(floor).toMatchObject({
    block_bytes: MIB,
    workers: 2,
    hot_read: { ops: 2, min_ns: 500, max_ns: 700 },
    empty_read_ns: 100,
    get_size_ns: 300,
    clean_flush_ns: 200,
  });
});
