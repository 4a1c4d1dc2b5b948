import { describe, expect, it } from 'vitest';
import { iostatBins, iostatOf } from '../../src/figures/index.ts';
import { makePass, makeSide } from '../../test-support/record.ts';

const read = makeSide({
  ops: 300,
  bytes: 300 * 4096,
  busy_ns: 150e6,
  series: { ops: '100 200', busy_us: '100000 50000', max_us: '9 9' },
});

describe('iostat', () => {
  it('shows a pass as iostat -x would', () => {
    expect(iostatOf(makePass({ elapsed_ns: 150e6, read }))).toEqual({
      start_s: 0,
      length_s: 0.15,
      r_per_s: 2000,
      w_per_s: 0,
      r_mb_per_s: 8.192,
      w_mb_per_s: 0,
      areq_bytes: 4096,
      r_await_us: 500,
      w_await_us: 0,
      aqu_sz: 1,
      util_percent: 100,
    });
  });

  it('gives the last bin the time that was left', () => {
    const bins = iostatBins(makePass({ elapsed_ns: 150e6, bin_ns: 100e6, read }));
    expect(bins.map((bin) => [bin.start_s, bin.length_s, bin.r_per_s])).toEqual([
      [0, 0.1, 1000],
      [0.1, 0.05, 4000],
    ]);
  });

  it('agrees with itself: rate x await is the queue, and the bins add up to the pass', () => {
    const pass = makePass({ elapsed_ns: 150e6, bin_ns: 100e6, read });
    for (const row of iostatBins(pass)) expect((row.r_per_s * row.r_await_us) / 1e6).toBeCloseTo(row.aqu_sz, 9);
    const calls = iostatBins(pass).reduce((sum, row) => sum + row.r_per_s * row.length_s, 0);
    expect(calls).toBeCloseTo(read.ops, 9);
  });

  it('keeps reads and writes of a mix apart', () => {
    const write = makeSide({ ops: 100, bytes: 100 * 8192, busy_ns: 30e6 });
    expect(iostatOf(makePass({ elapsed_ns: 1e9, read, write }))).toMatchObject({
      r_await_us: 500,
      w_await_us: 300,
      areq_bytes: 5120,
      aqu_sz: 0.18,
      util_percent: 18,
    });
  });

  it('counts several calls in flight as a busy drive, never as more than that', () => {
    expect(iostatOf(makePass({ elapsed_ns: 10e6, workers: 32, read }))).toMatchObject({
      aqu_sz: 15,
      util_percent: 100,
    });
  });

  it('has nothing to say of a pass that took no time', () => {
    expect(iostatOf(makePass({ elapsed_ns: 0 }))).toBeNull();
    expect(iostatBins(makePass({ elapsed_ns: 0, read }))).toEqual([]);
  });
});
