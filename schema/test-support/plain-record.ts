import { emptyCounts, encodeHistogram, type JobResult, type Pass, type Side } from '../src/documents/index.ts';
import { jobsOf, planOf, rowOf, withCache, type MatrixPlan } from '../src/families/index.ts';
import { makePass, makeRecord, makeSide, type MatrixRecord } from './record.ts';

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
    const measured = { ...side(100, row.block_bytes), busy_ns: row.queues * 1e9 };
    const { read: _, ...rest } = pass(100, row.block_bytes);
    return {
      row,
      direction,
      ...(reads && { reads }),
      status: 'done',
      workers: row.queues,
      layout: 'shared',
      passes: [direction === 'write' ? { ...rest, flush_ns: 5e7, write: measured } : { ...rest, read: measured }],
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
