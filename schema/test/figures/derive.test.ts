import { describe, expect, it, test } from 'vitest';
import {
  bucketOf,
  emptyCounts,
  encodeHistogram,
  evidentPercentileNs,
  hasEvidence,
  type JobResult,
  type Pass,
} from '../../src/documents/index.ts';
import {
  fallsShort,
  iops,
  iostatBins,
  iostatOf,
  latency,
  leadingDepth,
  meanCallNs,
  reachedDepth,
} from '../../src/figures/index.ts';
import { asIs, makeJob, makePass, makeRecord, makeSide, timedSide } from '../../test-support/record.ts';
import { figuresOf } from '../../src/families/families.ts';
import type { RunRecord } from '../../src/families/checks.ts';

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

const countsOf = (calls: number) => {
  const counts = emptyCounts();
  counts[bucketOf(1e6)] = calls;
  return counts;
};

describe('a percentile has ten calls beyond it', () => {
  test.each([
    [0.5, 20],
    [0.95, 200],
    [0.99, 1_000],
    [0.999, 10_000],
  ])('p%f from %d calls on', (fraction, calls) => {
    expect([hasEvidence(fraction, calls - 1), hasEvidence(fraction, calls)]).toEqual([false, true]);
    expect(evidentPercentileNs(countsOf(calls - 1), fraction)).toBeNull();
    expect(evidentPercentileNs(countsOf(calls), fraction)).toBeCloseTo(1e6, -5);
  });

  it('in the latencies of a job: 999 calls have a p95 and no p99', () => {
    const passes = [makePass({ read: timedSide(1e6, 500, 4096) }), makePass({ read: timedSide(1e6, 499, 4096) })];
    expect(latency(passes, 'read')).toMatchObject({ p50_ns: 1e6, p95_ns: 1e6, p99_ns: null, p999_ns: null });
  });

  it('in what stands for a record: on pages, in files and on boards', () => {
    const plan = asIs('default');
    const p99Of = (calls: number) => {
      const write = timedSide(1e6, calls, 4096);
      const job = makeJob(plan, 1, [5e8]);
      const jobs = [{ ...job, direction: 'write' as const, passes: [makePass({ flush_ns: 1, write })] }];
      const record: RunRecord = makeRecord({ plan, jobs });
      return figuresOf(record).map(({ p99_ns }) => p99_ns);
    };
    expect([p99Of(999), p99Of(1_000)]).toEqual([[null], [1e6]]);
  });
});

describe('calls that stalled', () => {
  const [CALLS, USUAL_NS] = [800, 60e3];
  const row = { pattern: 'random', block_bytes: 4096, queues: 1, threads: 1 } as const;
  /** A loop of one worker, all of whose time is inside calls: so many of them stalled. */
  const loopOf = (loop: number, calls: number, stalled: number, stalledNs = 50e6): Pass => {
    const counts = emptyCounts();
    counts[bucketOf(USUAL_NS)] = calls;
    counts[bucketOf(stalledNs)] = (counts[bucketOf(stalledNs)] ?? 0) + stalled;
    const busy_ns = calls * USUAL_NS + stalled * stalledNs;
    const ops = calls + stalled;
    const side = makeSide({ ops, bytes: ops * 4096, busy_ns, histogram: encodeHistogram(counts) });
    return makePass({ loop, elapsed_ns: busy_ns, total_ns: busy_ns, read: side });
  };
  const jobOf = (passes: Pass[], change: Partial<JobResult> = {}): JobResult => ({
    ...{ row, direction: 'read', reads: 'drive', status: 'done', workers: 1, layout: 'shared', verified_sectors: 0 },
    passes,
    ...change,
  });
  const calm = [1, 2, 3, 4, 5].map((loop) => loopOf(loop, CALLS, 0));
  const stalled = [...calm, loopOf(6, CALLS / 2 + 50, 5), loopOf(7, 0, 6)];

  it('are no part of the rate, of the time of a call, nor of the interval, and are told beside them', () => {
    const [calmRate, rate] = [iops(jobOf(calm)), iops(jobOf(stalled))];
    if (!calmRate || !rate) throw new Error('no rate');
    expect(rate.median / calmRate.median).toBeCloseTo(1, 2);
    expect(rate.interval.low / calmRate.interval.low).toBeCloseTo(1, 1);
    expect((meanCallNs(jobOf(stalled)) ?? 0) / USUAL_NS).toBeCloseTo(1, 2);
    expect(rate.loops).toEqual([1, 2, 3, 4, 5, 6]);
    const { calls, of, min_ns, time_share } = rate.stalls ?? {};
    expect([calls, of]).toEqual([11, 5 * CALLS + CALLS / 2 + 50 + 11]);
    expect((min_ns ?? 0) / 50e6).toBeCloseTo(1, 1);
    expect(time_share).toBeCloseTo(550 / (550 + 4450 * 0.06), 2);
    expect(calmRate.stalls).toBeNull();
  });

  it('are left in where calls depend on each other, where they are many, and where hardly a loop is without', () => {
    const inOrder = { row: { ...row, pattern: 'sequential' } } as const;
    const many = calm.map((pass, index) => loopOf(index + 1, CALLS, CALLS / 10));
    for (const job of [jobOf(stalled, inOrder), jobOf(many), jobOf([loopOf(1, CALLS, 0), loopOf(2, 0, 6)])]) {
      expect(iops(job)?.stalls).toBeNull();
      expect(iops(job)?.values).toHaveLength(job.passes.length);
    }
  });

  it('are no calls of a slow drive beside those of memory', () => {
    const mixed = calm.map((_, index) => loopOf(index + 1, 700, 100, 25 * USUAL_NS));
    expect(iops(jobOf(mixed))?.stalls).toBeNull();
  });
});
