import { bucketOf, type JobResult, emptyCounts, encodeHistogram } from '@opfsmark/schema/documents';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import type { FamilyRecord } from '@opfsmark/schema/families';
import { cacheVerdict } from '@opfsmark/schema/figures';
import { describe, expect, test } from 'vitest';
import { jobsOfPlan, pass, PLAIN, plainRecord, side } from '@opfsmark/schema/test-support/matrix-records';
import { realRecord } from '@opfsmark/schema/test-support/real-records';
import { countsOf } from '../src/lib/base/charts/histogram-bins.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { nameOfCalls } from '../src/lib/features/families/matrix/model/latency.ts';
import { sendVerdicts, verdictsFrom } from '../src/lib/features/families/view.ts';
import { matrixJudge, recordSoFar } from '../src/lib/features/families/matrix/judge.ts';
import { openingOf as openingBy, savingOf } from '../src/lib/features/families/matrix/model/meaning.ts';
import { iostatOfJob, seriesOf } from '../src/lib/features/families/matrix/model/series.ts';

const { verdictsOf } = matrixJudge;
type MatrixRecord = FamilyRecord<'matrix'>;

/** Every read takes `readNs`, and one from memory `hotNs`. */
function recordWith(
  readNs: number,
  hotNs: number,
  environment: Partial<MatrixRecord['environment']> = {},
): MatrixRecord {
  const record = plainRecord(withCache(PLAIN, 'drive'));
  for (const job of record.result.jobs) {
    job.passes = [pass(1000, 4096, { read: { ...side(1000, 4096, bucketOf(readNs)), busy_ns: 1e3 * readNs } })];
  }
  record.result.floors = record.result.jobs.map(({ row, workers }) => ({
    block_bytes: row.block_bytes,
    workers,
    hot_read: { ...side(10_000, row.block_bytes, bucketOf(hotNs)), busy_ns: 1e4 * hotNs },
    empty_read_ns: 300,
    get_size_ns: 200,
    clean_flush_ns: 900,
  }));
  return { ...record, environment: { ...record.environment, clock_step_ns: 100, ...environment } };
}

function firstReadOf({ result }: MatrixRecord): JobResult {
  const job = result.jobs.find(({ direction }) => direction === 'read');
  if (!job) throw new Error('no read');
  return job;
}

const byCalls = (record: MatrixRecord) =>
  cacheVerdict(firstReadOf(record), record.result.floors, record.environment.clock_step_ns)?.verdict;

describe('the grid of a finished run says where reads came from as its answer does:', () => {
  test('from memory in a private window, however long the calls take', () => {
    const record = recordWith(5e6, 166e3);
    record.result.fill = { bytes: 1e9, elapsed_ns: 1e9, flush_ns: 1000 };
    expect(byCalls(record)).toBe('drive');
    expect(verdictsOf(record)(firstReadOf(record))).toMatchObject({ verdict: 'memory', share_from_memory: 1 });
  });

  test('from the drive where the page cache was bypassed, however short the calls', () => {
    const record = recordWith(1e5, 1e5, { engine: 'node-direct' });
    expect(byCalls(record)).not.toBe('drive');
    expect(verdictsOf(record)(firstReadOf(record))).toMatchObject({ verdict: 'drive', why: 'direct' });
  });

  test('on a permalink, by what the server has sent', () => {
    const record = recordWith(1e5, 1e5, { engine: 'node-direct' });
    const verdicts = sendVerdicts(record, verdictsOf(record));
    const copy = structuredClone({ record, verdicts });
    expect(verdictsFrom(copy.verdicts, copy.record)(firstReadOf(copy.record))).toMatchObject({ why: 'direct' });
  });
});

test('a run under way says of each read what the finished run says of it', () => {
  const HOT_NS = 2_000;
  const record = recordWith(100_000, HOT_NS);
  const isInOrder = (job: JobResult) => job.reads === 'drive' && job.row.pattern === 'sequential';
  // Most calls found what the system had read ahead, and the pass took its time.
  for (const job of record.result.jobs.filter(isInOrder)) {
    job.passes = [pass(1000, 4096, { read: { ...side(1000, 4096, bucketOf(HOT_NS)), busy_ns: 1e9 } })];
  }
  record.result.forget = { ended: 'forgotten', bytes_read: 1e9, elapsed_ns: 1e9, samples: 8, slow_samples: 8 };
  const { plan, result } = record;
  const circumstances = { layout: record.environment.layout, clockStepNs: record.environment.clock_step_ns };
  const driveJobs = result.jobs.filter(({ reads }) => reads === 'drive');
  const partialRecord = recordSoFar(plan, { ...result, jobs: driveJobs }, circumstances);
  const tell = (of: MatrixRecord) => driveJobs.map((job) => verdictsOf(of)(job));
  expect(tell(partialRecord)).toEqual(tell(record));
  const inOrderVerdicts = driveJobs.filter(isInOrder).map((job) => verdictsOf(partialRecord)(job));
  expect(inOrderVerdicts.length).toBeGreaterThan(0);
  for (const verdict of inOrderVerdicts) expect(verdict).toMatchObject({ verdict: 'drive', why: 'forgotten' });
});

const plan = withCache(PLAIN, 'as-is');
/** Nothing but reads of the drive. */
const driveReads = withCache(PLAIN, 'drive');

const openingOf = (record: FamilyRecord<'matrix'>) => openingBy(record, matrixJudge.verdictsOf(record));

/** The record of a run in which every read of the drive takes `ns`, and one of memory a thousandth of it. */
function withReads(ns: number) {
  const baseRecord = plainRecord(driveReads);
  const record = { ...baseRecord, environment: { ...baseRecord.environment, clock_step_ns: 100 } };
  for (const job of record.result.jobs) {
    if (job.direction !== 'read') continue;
    const elapsed_ns = (1000 * ns) / job.workers;
    job.passes = [pass(1000, 4096, { elapsed_ns, total_ns: elapsed_ns, read: side(1000, 4096, bucketOf(ns)) })];
  }
  // Memory answers in 1 us.
  record.result.floors = [1, 32].map((workers) => ({
    block_bytes: 4096,
    workers,
    hot_read: { ...side(10_000, 4096, bucketOf(1_000)), busy_ns: 1e7 },
    empty_read_ns: 300,
    get_size_ns: 200,
    clean_flush_ns: 900,
  }));
  return record;
}

/** ... of which memory answers all but a share. */
function withMixedReads(driveNs: number, driveCalls: number, memoryCalls: number) {
  const record = withReads(driveNs);
  const counts = emptyCounts();
  counts[bucketOf(driveNs)] = driveCalls;
  counts[bucketOf(1_000)] = memoryCalls;
  const calls = driveCalls + memoryCalls;
  const read = { ...side(calls, 4096), busy_ns: driveNs * driveCalls, histogram: encodeHistogram(counts) };
  for (const job of record.result.jobs) if (job.direction === 'read') job.passes = [pass(calls, 4096, { read })];
  return record;
}

/** ... and every durable small write one of `waits`. */
function withWrites(...waits: { ns: number; calls: number }[]) {
  const record = plainRecord(plan);
  const durablePasses = waits.map(({ ns, calls }, index) => {
    const time = { elapsed_ns: calls * ns, total_ns: calls * ns };
    const { read: _, ...rest } = pass(calls, 4096, { kind: 'flush_each', loop: index + 1, ...time });
    return { ...rest, write: { ...side(calls, 4096, bucketOf(ns)), max_ns: ns } };
  });
  for (const job of record.result.jobs) if (job.direction === 'write') job.passes.push(...durablePasses);
  return record;
}

/** 10,000 calls of `ns`, and some that take `slowNs`, one after the other. */
function unevenCalls(ns: number, slowNs: number, slowCalls: number) {
  const counts = emptyCounts();
  counts[bucketOf(ns)] = 10_000;
  counts[bucketOf(slowNs)] = slowCalls;
  const busy_ns = 10_000 * ns + slowCalls * slowNs;
  const moved = { ...side(10_000 + slowCalls, 4096), busy_ns, max_ns: slowNs, histogram: encodeHistogram(counts) };
  return { moved, elapsed_ns: busy_ns, total_ns: busy_ns };
}

describe('opening', () => {
  test.each([
    [100e3, 'fast'],
    [1e6, 'fine'],
    [10e6, 'slow'],
    [40e6, 'very_slow'],
  ] as const)('small reads of %d ns are %s', (ns, grade) => {
    expect(openingOf(withReads(ns))).toMatchObject({ grade, test: 'RND4K Q1' });
  });

  test('is told from the part that came from the drive where memory answered the rest', () => {
    const opening = openingOf(withMixedReads(10e6, 1_000, 3_000));
    expect(opening).toMatchObject({ grade: 'slow', share: 0.25, p99_ns: null });
  });

  test('is not called fast or fine where the verdict calls it uneven, or the drive stood still', () => {
    const openingWith = (ns: number, slowNs: number, slowCalls: number) => {
      const record = withMixedReads(ns, 10_000, 0);
      const { moved, ...time } = unevenCalls(ns, slowNs, slowCalls);
      for (const job of record.result.jobs)
        if (job.direction === 'read') job.passes = [pass(moved.ops, 4096, { ...time, read: moved })];
      return openingOf(record);
    };
    expect(openingWith(100e3, 5e6, 50)).toMatchObject({ grade: 'fast' });
    expect(openingWith(100e3, 5e6, 150)).toMatchObject({ grade: 'uneven' });
    expect(openingWith(1e6, 50e6, 150)).toMatchObject({ grade: 'uneven' });
    expect(openingWith(10e6, 500e6, 150)).toMatchObject({ grade: 'slow' });
    expect(openingWith(100e3, 0.9e9, 1)).toMatchObject({ grade: 'uneven' });
    expect(openingWith(1e6, 0.9e9, 1)).toMatchObject({ grade: 'fine' });
    expect(openingWith(1e6, 1.5e9, 1)).toMatchObject({ grade: 'uneven' });
  });

  test('is not measured where memory answered, or where nobody knows', () => {
    expect(openingOf(withReads(1_000))).toBe('none');
    expect(openingOf(withMixedReads(10e6, 100, 10_000))).toBe('none');
    expect(openingOf(plainRecord(plan))).toBe('none');
  });

  test('is told from the row with the fewest workers, and by nothing where there is none', () => {
    expect(openingOf(plainRecord({ ...plan, directions: ['write'] }))).toBeNull();
  });
});

describe('saving', () => {
  test.each([
    [200e3, 'smooth'],
    [4.1e6, 'fine'],
    [30e6, 'slow'],
  ] as const)('durable writes of %d ns are %s', (ns, grade) => {
    expect(savingOf(withWrites({ ns, calls: 100 }))).toMatchObject({ grade, stalls: 0 });
  });

  test('one stall among many is told, many are the verdict', () => {
    const quickWrites = { ns: 200e3, calls: 10_000 };
    expect(savingOf(withWrites(quickWrites, { ns: 500e6, calls: 1 }))).toMatchObject({ grade: 'smooth', stalls: 1 });
    expect(savingOf(withWrites(quickWrites, { ns: 500e6, calls: 50 }))).toMatchObject({ grade: 'stalls', stalls: 50 });
  });

  test('is not called smooth or fine where the verdict calls it uneven, or the drive stood still', () => {
    const savingWith = (ns: number, slowNs: number, slowCalls: number) => {
      const record = withWrites({ ns, calls: 1 });
      const { moved, ...time } = unevenCalls(ns, slowNs, slowCalls);
      const { read: _, ...rest } = pass(moved.ops, 4096, { kind: 'flush_each', ...time });
      for (const job of record.result.jobs)
        if (job.direction === 'write') job.passes = [...job.passes.slice(0, -1), { ...rest, write: moved }];
      return savingOf(record);
    };
    expect(savingWith(200e3, 9e6, 50)).toMatchObject({ grade: 'smooth', stalls: 0 });
    expect(savingWith(200e3, 9e6, 150)).toMatchObject({ grade: 'uneven', stalls: 0 });
    expect(savingWith(4e6, 95e6, 300)).toMatchObject({ grade: 'uneven', stalls: 0 });
    expect(savingWith(4e6, 200e6, 300)).toMatchObject({ grade: 'stalls', stalls: 300 });
    expect(savingWith(30e6, 0.7e9, 5)).toMatchObject({ grade: 'slow', stalls: 5 });
    expect(savingWith(900e3, 1.5e9, 1)).toMatchObject({ grade: 'uneven', stalls: 1 });
  });

  test('a write that stalled before its flush is one too, and so is a call just above the limit', () => {
    const record = withWrites({ ns: 200e3, calls: 10_000 });
    const [bufferedPass] =
      record.result.jobs.find(
        ({ direction, row }) => direction === 'write' && row.queues === 1 && row.pattern === 'random',
      )?.passes ?? [];
    if (!bufferedPass?.write) throw new Error('no write');
    bufferedPass.write = { ...side(1, 4096, bucketOf(320e6)), max_ns: 320e6 };
    expect(savingOf(record)).toMatchObject({ stalls: 1, longest_ns: 320e6 });
    bufferedPass.write = { ...side(1, 4096, bucketOf(99e6)), max_ns: 100.5e6 };
    expect(savingOf(record)).toMatchObject({ stalls: 1, longest_ns: 100.5e6 });
  });
});

test('saving is not called smooth where a flush reached no drive', () => {
  const record = withWrites({ ns: 100e3, calls: 100 });
  record.result.fill = { bytes: 2 ** 28, elapsed_ns: 1e8, flush_ns: 0 };
  for (const pass of record.result.jobs.flatMap(({ passes }) => passes)) pass.flush_ns = 0;
  expect(savingOf(record)).toBe('none');
});

test('a series is the counted loops one after the other, and iostat one of them as a whole', () => {
  const [job] = jobsOfPlan(plan);
  if (!job) throw new Error('no job');
  const loops = [0, 1, 2].map((loop) => pass(100 * (loop + 1), 1_000_000, { loop }));
  const measuredJob: JobResult = { ...job, passes: loops };
  expect(seriesOf(measuredJob).map(({ loop, r_per_s }) => [loop, r_per_s])).toEqual([
    [1, 2000],
    [2, 3000],
  ]);
  expect(iostatOfJob(measuredJob)?.r_per_s).toBe(200);
});

test('of small writes the calls that are shown are those of the grid, flushed each time; of large ones those before the flush', async () => {
  await texts.load('en', 'site', 'families');
  const all = texts.texts('en', 'site');
  const { details } = texts.texts('en', 'families');
  const record = realRecord('chromium-quick') as MatrixRecord;
  const writes = record.result.jobs.filter(({ direction }) => direction === 'write');
  const shown = writes.map((job) => {
    const passes = job.passes.filter(({ loop, write }) => loop > 0 && write);
    const callsOf = (kind: string) =>
      passes.filter((one) => one.kind === kind).reduce((sum, { write }) => sum + (write?.ops ?? 0), 0);
    const calls = countsOf(job).reduce((sum, count) => sum + count, 0);
    const kind = calls === callsOf('flush_each') ? 'flush_each' : calls === callsOf('throughput') ? 'throughput' : '';
    return [nameOfCalls(job, null, all, details), kind];
  });
  expect(shown).toEqual([
    ['SEQ1M Q8 write, buffered', 'throughput'],
    ['SEQ1M Q1 write, buffered', 'throughput'],
    ['RND4K Q32 write, flushed each time', 'flush_each'],
    ['RND4K Q1 write, flushed each time', 'flush_each'],
  ]);
});
