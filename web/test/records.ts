import { emptyCounts, encodeHistogram, type JobResult, type Pass, type Side } from '@opfsmark/schema/documents';
import {
  jobsOf,
  planOf,
  RECORD_FORMAT,
  rowOf,
  withCache,
  type FamilyRecord,
  type MatrixPlan,
} from '@opfsmark/schema/families';

/** Hand-made records: small, valid, and with numbers that a test can work out in its head. */
export function side(ops: number, blockBytes: number, bucket = 300): Side {
  const counts = emptyCounts();
  counts[bucket] = ops;
  return {
    ops,
    bytes: ops * blockBytes,
    short_ops: 0,
    dropped: 0,
    busy_ns: 1e9,
    min_ns: 1000,
    max_ns: 1e8,
    histogram: encodeHistogram(counts),
    series: { ops: `${ops}`, busy_us: '1000000', max_us: '100' },
  };
}

export function pass(ops: number, blockBytes: number, change: Partial<Pass> = {}): Pass {
  return {
    kind: 'throughput',
    loop: 1,
    timing: 'each',
    ended: 'limit',
    workers: 1,
    elapsed_ns: 1e9,
    total_ns: 1e9,
    flush_ns: 0,
    bin_ns: 1e8,
    read: side(ops, blockBytes),
    ...change,
  };
}

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
export const PLAIN: MatrixPlan = { ...withCache(planOf('quick'), 'as-is'), loops: 1 };

type MatrixRecord = FamilyRecord<'matrix'>;

export function recordOf(plan: MatrixPlan = PLAIN, change: Partial<MatrixRecord> = {}): MatrixRecord {
  return {
    format: RECORD_FORMAT,
    family: 'matrix',
    started_at: '2026-11-21T10:00:00.000Z',
    wall_ms: 30_000,
    status: 'done',
    plan,
    environment: {
      engine: 'opfs-sync',
      core_version: '0.1.0',
      compiler: 'clang 21.0.0',
      wasm_sha256: '0'.repeat(64),
      client: { browser: { family: 'chrome', major: 156 }, os: { family: 'linux', major: null } },
      cross_origin_isolated: true,
      clock_step_ns: 5000,
      clock_call_ns: 140,
      layout: 'shared',
      fill_block_bytes: 1_048_576,
      flush_primitive: 'fdatasync',
      visibility_changes: 0,
    },
    result: { family: 'matrix', floors: [], jobs: jobsOfPlan(plan) },
    ...change,
  };
}
