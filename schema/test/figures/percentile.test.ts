import { describe, expect, it, test } from 'vitest';
import { bucketOf, emptyCounts, evidentPercentileNs, hasEvidence } from '../../src/documents/index.ts';
import { figuresOf, type RunRecord } from '../../src/families/index.ts';
import { latency } from '../../src/figures/index.ts';
import { asIs, makeJob, makePass, makeRecord, timedSide } from '../../test-support/record.ts';

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
