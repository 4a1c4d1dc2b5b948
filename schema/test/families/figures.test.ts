import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  databaseFigure,
  durabilityFigures,
  estimate,
  isCliff,
  standardPlan,
  kneeOf,
  RunRecord,
  smallFileFigures,
  sustainedBytesToAgreeTo,
  sustainedFigures,
  sweepPoints,
  type DatabaseResult,
  type DurabilityResult,
  type Plan,
  type Result,
  type SmallFilesResult,
  type AppStorageResult,
  type StutterResult,
  type SustainedResult,
} from '../../src/families/index.ts';
import { contradictionsIn, makeRecord } from '../make-record.ts';
import { bucketOf, emptyCounts, encodeHistogram, MIB, type Pass, type Side } from '../../src/documents/index.ts';

const NO_SERIES = { ops: '', busy_us: '', max_us: '' };

/** `ops` calls of the same latency. */
function sideOf(ops: number, blockBytes: number, ns: number): Side {
  const counts = emptyCounts();
  counts[bucketOf(ns)] = ops;
  return {
    ops,
    bytes: ops * blockBytes,
    short_ops: 0,
    dropped: 0,
    busy_ns: ops * ns,
    min_ns: ns,
    max_ns: ns,
    histogram: encodeHistogram(counts),
    series: NO_SERIES,
  };
}

function passOf(change: Partial<Pass>): Pass {
  return {
    kind: 'throughput',
    loop: 1,
    timing: 'each',
    ended: 'visited',
    workers: 1,
    elapsed_ns: 1e9,
    total_ns: 1e9,
    flush_ns: 0,
    bin_ns: 1e8,
    ...change,
  };
}

function histogramOf(ops: number, ns: number): string {
  return sideOf(ops, 1, ns).histogram;
}

/** Each change to an honest result must be noticed, by a pointer into the right place. */
function refusesForgeries<Own extends Result>(
  plan: Plan,
  honest: Own,
  forgeries: readonly (readonly [string, (copy: Own) => void])[],
) {
  it('finds nothing wrong with an honest result', () => expect(contradictionsIn(plan, honest)).toEqual([]));
  it.each(forgeries)('finds %s', (pointer, forge) => {
    const copy = structuredClone(honest);
    forge(copy);
    expect(contradictionsIn(plan, copy)).toContain(`/result${pointer}`);
  });
}

describe('stutter', () => {
  const plan = { ...standardPlan('stutter'), calls: 1_000, workers: 2, min_s: 0 };
  const result: StutterResult = {
    family: 'stutter',
    layout: 'shared',
    pass: passOf({ workers: 2, read: sideOf(1_000, 4_096, 200_000), write: sideOf(1_000, 4_096, 1_500_000) }),
    load_ms: 2_000,
  };
  refusesForgeries(plan, result, [
    ['/pass/read/bytes', (r) => r.pass?.read && (r.pass.read.bytes -= 1)],
    ['/pass/write/histogram', (r) => r.pass?.write && (r.pass.write.histogram = '5')],
    ['/pass', (r) => r.pass?.read && Object.assign(r.pass.read, sideOf(1_001, 4_096, 200_000))],
    ['/pass/workers', (r) => r.pass && (r.pass.workers = 3)],
    ['/load_ms', (r) => delete r.load_ms],
    ['/load_ms', (r) => r.pass && (r.pass.elapsed_ns = 5e9)],
    ['/load_ms', (r) => (r.load_ms = 1e10)],
  ]);
});

describe('sweeps', () => {
  const plan = { ...standardPlan('queue-sweep'), max_queues: 4 };
  const job = (queues: number, direction: 'read' | 'write', ops: number, ns: number) => ({
    row: { pattern: 'random' as const, block_bytes: 4_096, queues, threads: 1 },
    direction,
    status: 'done' as const,
    workers: queues,
    layout: 'shared' as const,
    passes: [
      passOf({ loop: 0, workers: queues, [direction]: sideOf(7, 4_096, ns) }),
      passOf({ workers: queues, total_ns: 2e9, [direction]: sideOf(ops, 4_096, ns) }),
    ],
    verified_sectors: 0,
  });
  const result = {
    family: 'queue-sweep' as const,
    layout: 'shared' as const,
    jobs: [
      job(1, 'read', 1_000, 1e6),
      job(2, 'read', 1_900, 1e6),
      job(4, 'read', 2_000, 2e6),
      job(1, 'write', 500, 2e6),
      job(2, 'write', 500, 4e6),
      job(4, 'write', 500, 8e6),
    ],
  };

  it('gives each point its rate over the whole window and the percentiles that it has the calls for, the warm-up left out', () => {
    const points = sweepPoints(result);
    expect(points.map(({ iops }) => iops)).toEqual([500, 950, 1_000, 250, 250, 250]);
    expect(points.map(({ bytesPerS }) => (bytesPerS ?? 0) / 4_096)).toEqual([500, 950, 1_000, 250, 250, 250]);
    expect(points.map(({ p99Ns }) => p99Ns)).toEqual([1e6, 1e6, 2e6, null, null, null]);
    expect(points.map(({ p50Ns }) => p50Ns)).toEqual([1e6, 1e6, 2e6, 2e6, 4e6, 8e6]);
  });
  it('names the best point and the first that comes near it', () => {
    const reads = sweepPoints(result).filter(({ direction }) => direction === 'read');
    const knee = kneeOf(reads, 'iops');
    expect([knee?.best.row.queues, knee?.knee.row.queues]).toEqual([4, 2]);
    expect(kneeOf([], 'iops')).toBeNull();
  });
  refusesForgeries(plan, result, [
    ['/jobs/1', (r) => r.jobs.splice(1, 1)],
    ['/jobs/0/passes/1/read/bytes', (r) => r.jobs[0]?.passes[1]?.read && (r.jobs[0].passes[1].read.bytes = 1)],
    ['/jobs/0/passes/1/read/histogram', (r) => r.jobs[0]?.passes[1]?.read && (r.jobs[0].passes[1].read.ops = 999)],
    ['/jobs/0/passes/1/read/busy_ns', (r) => r.jobs[0]?.passes[1]?.read && (r.jobs[0].passes[1].read.busy_ns = 2e9)],
    ['/jobs/0/passes/1/total_ns', (r) => r.jobs[0]?.passes[1] && (r.jobs[0].passes[1].total_ns = 1)],
    ['/jobs', (r) => r.jobs.push(...r.jobs)],
  ]);
});

describe('durability', () => {
  const plan = { ...standardPlan('durability'), bytes: 10 * MIB, loops: 2 };
  const loop = (change: Partial<Pass>, ns: number) => passOf({ ...change, write: sideOf(10, MIB, ns) });
  const result: DurabilityResult = {
    family: 'durability',
    layout: 'shared',
    none: [loop({ elapsed_ns: 1e7, total_ns: 1e7 }, 1e6), loop({ elapsed_ns: 1e7, total_ns: 1e7, loop: 2 }, 1e6)],
    end: [
      loop({ elapsed_ns: 1e7, total_ns: 5e7, flush_ns: 4e7 }, 1e6),
      loop({ elapsed_ns: 1e7, total_ns: 5e7, flush_ns: 4e7 }, 1e6),
    ],
    each: [loop({ kind: 'flush_each', elapsed_ns: 2e8, total_ns: 2e8 }, 2e7)],
  };
  it('divides the same bytes by the time of each way', () => {
    const figures = durabilityFigures(result);
    expect(figures.map(({ mode, bytesPerS }) => [mode, bytesPerS / MIB])).toEqual([
      ['none', 1_000],
      ['end', 200],
      ['each', 50],
    ]);
    expect(figures.map(({ ratio }) => ratio)).toEqual([1, 0.2, 0.05]);
    expect(figures.map(({ callNs }) => callNs)).toEqual([1e6, 1e6, 2e7]);
  });
  it('has no ratio where nothing went without flushes', () => {
    expect(durabilityFigures({ ...result, none: [] }).map(({ ratio }) => ratio)).toEqual([null, null]);
  });
  refusesForgeries(plan, result, [
    ['/none/0/flush_ns', (r) => r.none[0] && (r.none[0].flush_ns = 5)],
    ['/each/0/kind', (r) => r.each[0] && (r.each[0].kind = 'throughput')],
    ['/end/1/write/bytes', (r) => r.end[1]?.write && (r.end[1].write.bytes += 1)],
    ['/end', (r) => r.end.push(...r.end)],
    ['/none/0/read', (r) => r.none[0] && (r.none[0].read = sideOf(1, MIB, 1))],
  ]);
});

describe('sustained write', () => {
  const plan = { ...standardPlan('sustained'), round_bytes: 32 * MIB };
  // 12 rounds of 0.1 s, then 15 of 0.4 s, with a little of both around them.
  const us = [
    ...Array.from({ length: 12 }, (_, i) => 100_000 + (i % 3) * 1_000),
    ...Array.from({ length: 15 }, (_, i) => 400_000 + (i % 4) * 1_000),
  ];
  const result: SustainedResult = {
    family: 'sustained',
    layout: 'shared',
    workers: 1,
    ended: 'budget',
    elapsed_us: us.map((value) => value - 1_000).join(' '),
    total_us: us.join(' '),
    write: sideOf(27 * 32, MIB, 1_000_000),
  };
  it('says to what share it fell and after how many bytes', () => {
    const { levels, steadyFromRound, rounds } = sustainedFigures(result, plan);
    expect(rounds).toHaveLength(27);
    expect(levels.map(({ fromRound, toRound, afterBytes }) => [fromRound, toRound, afterBytes / MIB])).toEqual([
      [0, 12, 0],
      [12, 27, 384],
    ]);
    expect(levels[0]?.bytesPerS).toBeCloseTo((32 * MIB) / 0.101, -3);
    expect(levels[1]?.ratio).toBeCloseTo(101 / 401.5, 3);
    expect(steadyFromRound).toBe(0);
  });
  it('keeps a change of under a tenth to itself', () => {
    const small = us.map((_, round) => (round < 12 ? 100_000 : 105_000) + (round % 3) * 100);
    expect(sustainedFigures({ ...result, total_us: small.join(' ') }, plan).levels).toHaveLength(1);
  });
  it('calls it a cliff where the speed fell and stayed low, not where a few rounds were slow', () => {
    const rates = us.map((value) => 1e6 / value);
    expect(isCliff(rates)).toBe(true);
    expect(isCliff(rates.slice(0, 19))).toBe(false);
    expect(isCliff(rates.slice(0, 20))).toBe(true);
    expect(isCliff([...rates.slice(0, 12), 1, 1, 1, ...rates.slice(0, 12)])).toBe(false);
    expect(isCliff(rates.toReversed())).toBe(false);
  });
  it('asks before it writes much', () => {
    expect(sustainedBytesToAgreeTo(standardPlan('sustained'))).toBe(
      estimate(standardPlan('sustained')).bytesWrittenMax,
    );
    expect(sustainedBytesToAgreeTo({ ...plan, budget_bytes: 2048 * MIB })).toBe(0);
  });
  it('has no level without a round', () => {
    expect(sustainedFigures({ ...result, total_us: '' }, plan)).toMatchObject({
      levels: [],
      steadyFromRound: null,
      steadyBytesPerS: null,
    });
  });
  refusesForgeries(plan, result, [
    ['/write/bytes', (r) => r.write && (r.write.bytes -= MIB)],
    ['/total_us', (r) => (r.total_us = us.map(() => 1).join(' '))],
    ['/total_us', (r) => (r.total_us += ' 5')],
    ['/write', (r) => delete r.write],
    ['/workers', (r) => (r.workers = 2)],
    ['/ended', (r) => ((r.ended = 'cliff'), (r.total_us = us.toReversed().join(' ')))],
    [
      '/ended',
      (r) => ((r.ended = 'steady'), (r.total_us = us.map((value, i) => (i === 26 ? value * 3 : value)).join(' '))),
    ],
  ]);
});

describe('small files', () => {
  const plan = { ...standardPlan('small-files'), ll_512k_files: 200, ll_4k_files: 0, hl_4k_files: 5_000, trials: 2 };
  const result: SmallFilesResult = {
    family: 'small-files',
    cases: [
      {
        id: 'll_512k',
        files: 200,
        in_flight: 1,
        create_us: '1000000 3000000',
        copy_us: '14957000 14957000',
        delete_us: '500000 500000',
        read: { calls: 3_200, bytes: 400 * 524_288, ns: 5e9 },
        write: { calls: 6_400, bytes: 800 * 524_288, ns: 6e9 },
        verified_files: 400,
      },
      {
        id: 'hl_4k',
        files: 5_000,
        in_flight: 8,
        create_us: '10000000',
        copy_us: '8812000',
        delete_us: '5000000',
        read: { calls: 5_000, bytes: 5_000 * 4_096, ns: 5e9 },
        write: { calls: 10_000, bytes: 10_000 * 4_096, ns: 6e9 },
        verified_files: 5_000,
      },
    ],
  };
  it('tells create, copy and delete apart', () => {
    const [first, second] = result.cases.map(smallFileFigures);
    expect(first?.map(({ step, seconds, filesPerS }) => [step, seconds, filesPerS])).toEqual([
      ['create', 2, 100],
      ['copy', 14.957, 200 / 14.957],
      ['delete', 0.5, 800],
    ]);
    expect(first?.[0]?.bytesPerS).toBe((200 * 524_288) / 2);
    expect(first?.[2]?.bytesPerS).toBeNull();
    expect(second?.map(({ filesPerS }) => filesPerS)).toEqual([500, 5_000 / 8.812, 2_000]);
  });
  refusesForgeries(plan, result, [
    ['/cases/0/files', (r) => r.cases[0] && (r.cases[0].files = 100)],
    ['/cases/0/verified_files', (r) => r.cases[0] && (r.cases[0].verified_files = 200)],
    ['/cases/0', (r) => r.cases[0] && (r.cases[0].create_us = '')],
    ['/cases/0/write/bytes', (r) => r.cases[0] && (r.cases[0].write.bytes -= 1)],
    ['/cases/1/read/bytes', (r) => r.cases[1] && (r.cases[1].read.bytes -= 1)],
    ['/cases/1', (r) => r.cases[1] && (r.cases[1].copy_us = '0')],
    ['/cases', (r) => r.cases.push(...structuredClone(r.cases))],
  ]);
});

describe('database', () => {
  const plan = {
    ...standardPlan('database'),
    bulk_rows: 1_000,
    single_rows: 10,
    point_reads: 100,
    page_bytes: 4_096 as const,
  };
  const none = { calls: 0, bytes: 0, ns: 0 };
  const result: DatabaseResult = {
    family: 'database',
    sqlite_version: '3.54.1',
    vfs: 'opfs-sahpool',
    page_bytes: 4_096,
    database_bytes: 1_400_000,
    verified_rows: 1_010,
    phases: [
      {
        id: 'bulk',
        rows: 1_000,
        elapsed_ns: 5e8,
        read: none,
        write: { calls: 300, bytes: 1_228_800, ns: 0.3e8 },
        sync: { calls: 2, bytes: 0, ns: 0.1e8 },
        other: none,
        histogram: '',
      },
      {
        id: 'single',
        rows: 10,
        elapsed_ns: 1e8,
        read: none,
        write: { calls: 40, bytes: 163_840, ns: 1e7 },
        sync: { calls: 30, bytes: 0, ns: 7.9e7 },
        other: { calls: 20, bytes: 0, ns: 9e5 },
        histogram: histogramOf(10, 1e7),
      },
      {
        id: 'reads',
        rows: 100,
        elapsed_ns: 1e7,
        read: { calls: 20, bytes: 81_920, ns: 1e6 },
        write: none,
        sync: none,
        other: none,
        histogram: histogramOf(100, 1e5),
      },
    ],
  };
  it('divides the time into waiting and computing', () => {
    const figures = result.phases.map(databaseFigure);
    expect(figures.map(({ rowsPerS }) => rowsPerS)).toEqual([2_000, 100, 10_000]);
    expect(figures.map(({ waitShare }) => Math.round(waitShare * 1_000))).toEqual([80, 899, 100]);
    for (const { waitShare, computeShare } of figures) expect(waitShare + computeShare).toBe(1);
    expect(figures.map(({ p50Ns, p99Ns }) => [p50Ns !== null, p99Ns !== null])).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ]);
  });
  refusesForgeries(plan, result, [
    ['/phases/0/rows', (r) => r.phases[0] && (r.phases[0].rows = 999)],
    ['/phases/0', (r) => r.phases[0] && (r.phases[0].write.ns = 6e8)],
    ['/phases/0/write', (r) => r.phases[0] && (r.phases[0].write.calls = 0)],
    ['/phases/1/sync', (r) => r.phases[1] && (r.phases[1].sync.calls = 9)],
    ['/phases/2/histogram', (r) => r.phases[2] && (r.phases[2].histogram = '3')],
    ['/phases/0/id', (r) => r.phases.reverse()],
    ['/verified_rows', (r) => (r.verified_rows = 1_009)],
    ['/page_bytes', (r) => (r.page_bytes = 512)],
    ['/database_bytes', (r) => (r.database_bytes = 1_000)],
  ]);
});

it('refuses a record whose plan, result and name are not of one family', () => {
  const record = makeRecord();
  expect(z.safeParse(RunRecord, record).success).toBe(true);
  const result: AppStorageResult = { family: 'app-storage', rows: [] };
  for (const wrong of [{ result }, { plan: standardPlan('database') }, { family: 'database' }]) {
    expect(z.safeParse(RunRecord, { ...record, ...wrong }).success).toBe(false);
  }
});
