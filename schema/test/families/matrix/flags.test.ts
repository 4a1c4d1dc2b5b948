import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../src/answer/of.ts';
import { FORMS, reportOf } from '../../../src/report/index.ts';
import type { FamilyId } from '../../../src/families/ids.ts';
import { figuresOf, flagsOf, familyOf } from '../../../src/families/families.ts';
import { hotBytes } from '../../../src/families/matrix/budget.ts';
import type { FlagCode } from '../../../src/families/flags.ts';
import {
  type Environment,
  type JobResult,
  MIB,
  type PassKind,
  type Pause,
  type PauseOutcome,
} from '../../../src/documents/index.ts';
import { DRIVE_NS, HOT_NS, makeMatrix, readJob, ROWS } from '../../../test-support/matrix-records.ts';
import {
  asIs,
  type MatrixRecord,
  makeFloor,
  makePass,
  makeJob,
  makeRecord,
  makeSide,
  timedSide,
} from '../../../test-support/record.ts';

function codes(record: MatrixRecord): FlagCode[] {
  return flagsOf(familyOf<FamilyId>(record.family), record).map((flag) => flag.code);
}

/** The default plan, with one job's loops set. */
function recordWithLoops(job: number, loops: readonly number[]): MatrixRecord {
  const plan = asIs('default');
  const record = makeRecord({ plan });
  record.result.jobs[job] = makeJob(plan, job, loops);
  return record;
}

function withFlush(record: MatrixRecord, flush_ns: number): MatrixRecord {
  if (record.result.fill) record.result.fill.flush_ns = flush_ns;
  for (const pass of record.result.jobs.flatMap((job) => job.passes)) pass.flush_ns = Math.min(pass.flush_ns, flush_ns);
  return record;
}

const pause = (outcome: PauseOutcome): Pause => ({ after_ms: 1_000, ms: 8_000, outcome });

describe('flags', () => {
  it('has nothing to say of a sound run', () => {
    expect(flagsOf(familyOf('matrix'), makeRecord())).toEqual([]);
  });

  it('suspects memory where hot reads are slow and flushes are free', () => {
    const record = withFlush(makeRecord(), 30_000);
    record.result.floors = [makeFloor({ hot_read: timedSide(166_000, 1000, 4096) })];
    expect(flagsOf(familyOf<FamilyId>(record.family), record)).toEqual([
      {
        code: 'memory_backed',
        severity: 'serious',
        cause: 'files_kept_in_memory',
        next: 'leave_private_window',
        job: null,
        evidence: { hot_read_ns: 166_000, longest_flush_ns: 30_000 },
      },
    ]);
  });

  it('suspects memory by the numbers of a private window of Chromium 156 too', () => {
    const record = withFlush(makeRecord(), 170_000);
    if (record.result.fill) record.result.fill.bytes = 16 * 1024 * 1024;
    const hot_read = timedSide(258_000, 1000, 4096);
    record.result.floors = [makeFloor({ hot_read, get_size_ns: 202_000, empty_read_ns: 221_000 })];
    expect(codes(record)).toEqual(['memory_backed']);
  });

  it('suspects memory though one flush of many was late', () => {
    const record = withFlush(makeRecord(), 30_000);
    record.result.floors = [makeFloor({ hot_read: timedSide(166_000, 1000, 4096) })];
    if (record.result.fill) record.result.fill.flush_ns = 40e6;
    expect(codes(record)).toEqual(['memory_backed']);
  });

  it('does not take a folder of the command line for a private window, whose reads are slow for other reasons', () => {
    const record = withFlush(makeRecord({ environment: { engine: 'node' } }), 30_000);
    record.result.floors = [makeFloor({ hot_read: timedSide(166_000, 1000, 4096) })];
    expect(codes(record)).toEqual(['flush_does_nothing']);
    expect(answerOf(record).notes).not.toContain('memory_backed');
  });

  it('does not suspect memory for slow calls alone', () => {
    const record = makeRecord();
    record.result.floors = [makeFloor({ hot_read: timedSide(166_000, 1000, 4096) })];
    expect(codes(record)).toEqual([]);
  });

  it('tells a flush that does nothing by all flushes, not by one', () => {
    expect(codes(withFlush(makeRecord(), 30_000))).toEqual(['flush_does_nothing']);
    const once = makeRecord();
    if (once.result.fill) once.result.fill.flush_ns = 30_000;
    expect(codes(once)).toEqual([]);
  });

  it('does not suspect a flush that had nothing to do after direct writes', () => {
    expect(codes(withFlush(makeRecord({ environment: { engine: 'node-direct' } }), 30_000))).toEqual([]);
  });

  it.each([
    ['not_isolated', { cross_origin_isolated: false }],
    ['coarse_clock', { clock_step_ns: 100_000 }],
    ['hidden_during_pass', { visibility_changes: 2 }],
    ['stood_still', { pauses: [pause('repeated'), pause('between')] }],
    ['stood_still_unrepeated', { pauses: [pause('left_out')] }],
    ['busy_before_run', { cpu_pressure: 'serious' as const }],
    ['busy_before_run', { cpu_pressure: 'critical' as const }],
    ['per_worker_layout', { layout: 'per-worker' as const }],
  ])('names %s', (code, environment) => {
    expect(codes(makeRecord({ environment }))).toEqual([code]);
  });

  it.each(['nominal', 'fair'] as const)('takes processors that are %s for free', (cpu_pressure) => {
    expect(codes(makeRecord({ environment: { cpu_pressure } }))).toEqual([]);
  });

  it('takes 20 us for a fine clock', () => {
    expect(codes(makeRecord({ environment: { clock_step_ns: 20_000 } }))).toEqual([]);
  });

  it('names the likely cause of loops that differ', () => {
    expect(flagsOf(familyOf('matrix'), recordWithLoops(1, [1e9, 3e9, 3e9, 3e9, 3e9]))).toMatchObject([
      { code: 'loops_rise', job: 1 },
    ]);
    expect(flagsOf(familyOf('matrix'), recordWithLoops(5, [0.9e9, 0.3e9, 0.3e9, 0.3e9, 0.3e9]))).toMatchObject([
      { code: 'loops_fall', job: 5 },
    ]);
    expect(flagsOf(familyOf('matrix'), recordWithLoops(2, [1e9, 1.2e9, 1e9, 1.1e9, 1e9]))).toMatchObject([
      { code: 'spread_over_10', job: 2, evidence: { spread_percent: 20 } },
    ]);
    expect(codes(recordWithLoops(2, [1e9, 1.09e9, 1e9, 1.05e9, 1e9]))).toEqual([]);
  });

  describe('names no cause that cannot be', () => {
    const [, small] = ROWS;
    if (!small) throw new Error('no row');
    const codesOf = (loops: readonly number[], environment: Partial<Environment> = {}) => {
      const record = makeMatrix([
        readJob(
          small,
          loops.map((ns) => [ns]),
        ),
      ]);
      return codes({ ...record, environment: { ...record.environment, ...environment } });
    };

    it('writes that rise, and reads that fall', () => {
      expect(codes(recordWithLoops(5, [0.3e9, 0.9e9, 0.9e9, 0.9e9, 0.9e9]))).toEqual(['spread_over_10']);
      expect(codes(recordWithLoops(1, [3e9, 1e9, 1e9, 1e9, 1e9]))).toEqual(['spread_over_10']);
    });

    it('reads that rise, but were from memory at first or from the drive in the end', () => {
      const { small: hot } = HOT_NS;
      const { small: cold } = DRIVE_NS;
      expect(codesOf([cold, hot, hot, hot, hot])).toEqual(['loops_rise']);
      expect(codesOf([1.3 * hot, hot, hot, hot, hot])).toEqual(['spread_over_10']);
      expect(codesOf([2 * cold, cold, cold, cold, cold])).toEqual(['spread_over_10']);
      expect(codesOf([cold, hot, hot, hot, hot], { engine: 'node-direct' })).toEqual(['spread_over_10']);
    });
  });

  it('says nothing of a first loop that is left out because it stalled', () => {
    const [, small] = ROWS;
    if (!small) throw new Error('no row');
    const { small: hot } = HOT_NS;
    const calls = (ns: number) => Array.from({ length: 10 }, () => ns);
    const later = [calls(15 * hot), ...Array.from({ length: 4 }, () => calls(hot))];
    expect(codes(makeMatrix([readJob(small, later)]))).toEqual(['loops_rise']);
    expect(codes(makeMatrix([readJob(small, [[5e6], ...later])]))).toEqual(['calls_stalled', 'spread_over_10']);
  });

  it.each([
    ['under 0.9 of the workers', 0.89, ['queue_depth_not_reached']],
    ['of 0.9 of the workers', 0.9, []],
  ] as const)('names a mean depth %s', (_, share, expected) => {
    const record = makeRecord();
    const job = record.result.jobs.find(({ row }) => row.queues === 32);
    if (!job) throw new Error('no row of depth 32');
    for (const { read, elapsed_ns } of job.passes) if (read) read.busy_ns = share * job.workers * elapsed_ns;
    expect(codes(record)).toEqual(expected);
  });

  it('speaks of the figure that a job is shown by, and of no other pass', () => {
    const record = makeRecord();
    const read = record.result.jobs.find(({ row, direction }) => row.queues === 32 && direction === 'read');
    const write = record.result.jobs.find(({ row, direction }) => row.queues === 32 && direction === 'write');
    if (!read || !write) throw new Error('no row of depth 32');
    const passOf = (kind: PassKind, loop: number, depth: number, seconds = 1) => {
      const side = makeSide({ ops: 1_000, bytes: 4_096_000, busy_ns: depth * seconds * 1e9 });
      const time = { elapsed_ns: seconds * 1e9, total_ns: seconds * 1e9 };
      return makePass({
        kind,
        loop,
        workers: 32,
        timing: 'batched',
        ...time,
        [kind === 'flush_each' ? 'write' : 'read']: side,
      });
    };
    const loops = [1, 2, 3];
    read.passes = loops.flatMap((loop) => [passOf('throughput', loop, 8.2), passOf('latency', loop, 7.6)]);
    write.passes = loops.flatMap((loop) => {
      const { read: burst, ...pass } = passOf('throughput', loop, 12.5, loop);
      return [...(burst ? [{ ...pass, write: burst }] : []), passOf('flush_each', loop, 31, 1 + loop / 5)];
    });
    const flags = flagsOf(familyOf<FamilyId>(record.family), record);
    expect(
      flags.map(({ code, job, evidence: { reached, spread_percent } }) => [code, job, reached ?? spread_percent]),
    ).toEqual([
      ['queue_depth_not_reached', record.result.jobs.indexOf(read), 8.2],
      // The bursts, which stand beside it, lie 122 % apart.
      ['spread_over_10', record.result.jobs.indexOf(write), expect.closeTo(29.2, 1)],
    ]);
  });

  it('says of one worker nothing about depth: it always has one call in flight', () => {
    const record = makeRecord();
    for (const job of record.result.jobs.filter(({ workers }) => workers === 1)) {
      for (const { read, elapsed_ns } of job.passes) if (read) read.busy_ns = 0.5 * elapsed_ns;
    }
    expect(codes(record)).toEqual([]);
  });

  it('names writes that revisit=1 put over each other before they reached the drive', () => {
    const record = makeRecord({ plan: { ...asIs('default'), revisit: true } });
    const job = record.result.jobs.findIndex(({ direction }) => direction === 'write');
    const bytes = 67e9;
    for (const pass of record.result.jobs[job]?.passes ?? []) {
      if (pass.kind === 'throughput' && pass.write) pass.write.bytes = bytes;
    }
    expect(flagsOf(familyOf<FamilyId>(record.family), record)).toMatchObject([
      { code: 'overwritten_in_cache', job, evidence: { written_bytes: bytes, file_bytes: hotBytes(record.plan) } },
    ]);
  });

  it('says of a test for which the processors were too slow how many calls they make at most', () => {
    const withShare = (processor_share: number | undefined, of: 'drive' | 'memory' = 'drive') => {
      const record = makeRecord();
      const [reads] = record.result.jobs;
      if (reads) reads.reads = of;
      if (!reads) throw new Error('no job');
      reads.passes = reads.passes.map((pass) => ({
        ...makePass({ ...pass, elapsed_ns: 1e9, read: timedSide(1e5, 38_000, reads.row.block_bytes) }),
        ...(processor_share !== undefined && { processor_share }),
      }));
      const used = flagsOf(familyOf<FamilyId>(record.family), record).filter(
        ({ code }) => code === 'processors_used_up',
      );
      return { used, text: FORMS.text.write(reportOf(record)) };
    };
    const { used, text } = withShare(0.95);
    expect(used).toMatchObject([{ job: 0, severity: 'info', evidence: { most_calls_per_s: 40_000 } }]);
    expect(text).toMatch(/the computer was the limit: it makes at most 40,000 IOPS there, and the drive may do more/);
    expect(withShare(0.5).used).toEqual([]);
    expect(withShare(0.95, 'memory').used).toEqual([]);
    expect(withShare(undefined).used).toEqual([]);
  });

  it('says so of a read of the drive that memory answers hardly faster, and lets no interval reach beyond memory', () => {
    const [large] = ROWS;
    if (!large) throw new Error('no row');
    // Each loop of the same calls: 8 workers, so many milliseconds a call.
    const jobOf = (reads: 'drive' | 'memory', ...loopMs: number[]): JobResult => ({
      ...readJob(
        large,
        loopMs.map((ms) => [ms * 1e6]),
      ),
      reads,
    });
    const run = (memoryMs: number) => {
      const record = makeMatrix([jobOf('memory', memoryMs, memoryMs, memoryMs), jobOf('drive', 9, 9.5, 10)]);
      const used = flagsOf(familyOf<FamilyId>(record.family), record).filter(
        ({ code }) => code === 'processors_used_up',
      );
      const high = figuresOf(record).find(({ id }) => id.endsWith('drive_read'))?.high;
      return { used, high: high === undefined ? undefined : high / MIB };
    };
    const near = run(8.5);
    expect(near.used).toMatchObject([{ job: 1, severity: 'info' }]);
    expect(near.used[0]?.evidence['most_calls_per_s']).toBeCloseTo(8000 / 8.5);
    expect(near.high).toBeCloseTo(8000 / 8.5);
    const far = run(1);
    expect(far.used).toEqual([]);
    expect(far.high).toBeGreaterThan(8000 / 8.5);
  });

  it('reports what a job lost on its way', () => {
    const record = makeRecord();
    const [reads] = record.result.jobs;
    const writes = record.result.jobs.at(-1);
    if (!reads?.passes[0] || !writes?.passes[0]) throw new Error('no passes');
    reads.passes[0].read = makeSide({ ...reads.passes[0].read, dropped: 3 });
    reads.workers = 4;
    writes.passes[0].write = makeSide({ ...writes.passes[0].write, short_ops: 2 });
    expect(flagsOf(familyOf<FamilyId>(record.family), record)).toMatchObject([
      { code: 'dropped_samples', job: 0, evidence: { dropped: 3 } },
      { code: 'reduced_queue_depth', job: 0, evidence: { wanted: 8, workers: 4 } },
      { code: 'short_write', job: 7, severity: 'serious', evidence: { short_writes: 2 } },
    ]);
  });
});
