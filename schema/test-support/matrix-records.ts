import {
  bucketOf,
  emptyCounts,
  encodeHistogram,
  type JobResult,
  MIB,
  type Pass,
  type Reads,
  type Row,
  rowsNamed,
  type Side,
  workersOf,
} from '../src/documents/index.ts';
import { jobsOf } from '../src/families/matrix/jobs.ts';
import type { MatrixPlan } from '../src/families/matrix/plan-schema.ts';
import { planOf } from '../src/families/matrix/profiles.ts';
import { rowOf } from '../src/families/matrix/schedule.ts';
import { withCache } from '../src/families/matrix/budget.ts';
import { makeFloor, makePass, makeRecord, makeSide, type MatrixRecord, timedSide } from './record.ts';

/** Hand-made records: small, valid, and with numbers that a test can work out in its head. */
export function side(ops: number, blockBytes: number, bucket = 300): Side {
  const counts = emptyCounts();
  counts[bucket] = ops;
  return makeSide({
    ops,
    bytes: ops * blockBytes,
    busy_ns: 1e9,
    min_ns: 1000,
    max_ns: 1e8,
    histogram: encodeHistogram(counts),
    series: { ops: `${ops}`, busy_us: '1000000', max_us: '100' },
  });
}

export const pass = (ops: number, blockBytes: number, change: Partial<Pass> = {}): Pass =>
  makePass({ read: side(ops, blockBytes), ...change });

export function jobsOfPlan(plan: MatrixPlan): JobResult[] {
  return jobsOf(plan).map((head): JobResult => {
    const { direction, reads } = head;
    const row = rowOf(plan, head);
    const busySide = { ...side(100, row.block_bytes), busy_ns: row.queues * 1e9 };
    const { read: _, ...rest } = pass(100, row.block_bytes);
    return {
      row,
      direction,
      ...(reads && { reads }),
      status: 'done',
      workers: row.queues,
      layout: 'shared',
      passes: [direction === 'write' ? { ...rest, flush_ns: 5e7, write: busySide } : { ...rest, read: busySide }],
      verified_sectors: 0,
    };
  });
}

/** Quick, read from memory only and once. */
export const PLAIN: MatrixPlan = { ...withCache(planOf('quick'), 'as-is'), loops: 1, drive_s: 0 };

export function plainRecord(plan: MatrixPlan = PLAIN, change: Partial<MatrixRecord> = {}): MatrixRecord {
  const record = makeRecord({ plan, jobs: jobsOfPlan(plan) });
  const result = { family: 'matrix' as const, floors: [], jobs: record.result.jobs };
  return { ...record, started_at: '2026-11-21T10:00:00.000Z', wall_ms: 30_000, result, ...change };
}

/** The time of a call from memory and from the drive, by the kind of row. */
export const HOT_NS = { small: 2_000, large: 130_000 };
export const DRIVE_NS = { small: 95_000, large: 2_400_000 };

export const ROWS = rowsNamed('SEQ1M Q8T1', 'RND4K Q1T1');
const [LARGE, SMALL] = ROWS as [Row, Row];
const kindOf = (row: Row) => (row.pattern === 'sequential' ? 'large' : 'small');

/** A read job of which each call took one of these times, loop by loop. */
export function readJob(row: Row, loops: readonly (readonly number[])[]): JobResult {
  const workers = workersOf(row);
  const passes = loops.map((times, index) => {
    const counts = emptyCounts();
    for (const ns of times) counts[bucketOf(ns)] = (counts[bucketOf(ns)] ?? 0) + 1000;
    const ops = 1000 * times.length;
    const busy_ns = 1000 * times.reduce((sum, ns) => sum + ns, 0);
    const elapsed_ns = busy_ns / workers;
    const range = { min_ns: Math.min(...times), max_ns: Math.max(...times), histogram: encodeHistogram(counts) };
    const read = makeSide({ ops, bytes: ops * row.block_bytes, busy_ns, ...range });
    return makePass({ loop: index + 1, workers, read, elapsed_ns, total_ns: elapsed_ns });
  });
  return { row, direction: 'read', status: 'done', workers, layout: 'shared', passes, verified_sectors: 0 };
}

/** Writes at this many bytes per second with the closing flush, and at this many saves per second. */
export function writeJob(row: Row, bytesPerS: number, savesPerS: number, loops = 3): JobResult {
  const workers = workersOf(row);
  const passes = Array.from({ length: loops }, (_, index) => {
    const ops = Math.round(bytesPerS / row.block_bytes);
    const head = { loop: index + 1, workers, flush_ns: 0.2e9, elapsed_ns: 0.8e9, total_ns: 1e9 };
    const saves = timedSide(1e9 / savesPerS, Math.round(savesPerS), row.block_bytes);
    return [
      makePass({ ...head, write: timedSide(1e5, ops, row.block_bytes) }),
      makePass({ ...head, kind: 'flush_each', elapsed_ns: 1e9, write: saves }),
    ];
  }).flat();
  return { row, direction: 'write', status: 'done', workers, layout: 'shared', passes, verified_sectors: 0 };
}

const twice = (ns: number) => [[ns], [ns], [ns]];
const readsOf = (reads: Reads, times: typeof HOT_NS) =>
  ROWS.map((row): JobResult => ({ ...readJob(row, twice(times[kindOf(row)])), reads }));
export const driveReads = () => readsOf('drive', DRIVE_NS);
/** Memory answered what was to be read from the drive. */
export const cachedReads = () => readsOf('drive', HOT_NS);
export const memoryReads = () => readsOf('memory', HOT_NS);
export const writes = () => [writeJob(LARGE, 1_940e6, 600), writeJob(SMALL, 136e6, 1_120)];

/** A run of two rows with these jobs. */
export function makeMatrix(jobs: readonly JobResult[], plan: Partial<MatrixPlan> = {}): MatrixRecord {
  const record = makeRecord({ plan: { ...planOf('default'), rows: [...ROWS], ...plan }, jobs });
  record.result.floors = [
    makeFloor({ hot_read: timedSide(HOT_NS.small, 1000, 4096) }),
    makeFloor({ block_bytes: MIB, workers: 8, hot_read: timedSide(HOT_NS.large, 1000, MIB) }),
  ];
  return record;
}
