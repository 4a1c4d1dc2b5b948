/** Made-up runs of each family for tests of answers. */
import { KIB } from '../src/documents/index.ts';
import { standardPlan, type ResultOf } from '../src/families/families.ts';
import { WORKLOAD_IDS } from '../src/families/app-storage/plan.ts';
import type { FamilyId } from '../src/families/ids.ts';
import type { RunRecord } from '../src/families/checks.ts';
import { histogramOf, makePass, makeRecord, makeSide, timedSide } from './record.ts';
import { writeJob } from './matrix-records.ts';

export const NONE = { calls: 0, bytes: 0, ns: 0 };
export const row = (block_bytes: number, queues: number) =>
  ({ pattern: 'random', block_bytes, queues, threads: 1 }) as const;
const inOrder = (block_bytes: number) => ({ ...row(block_bytes, 4), pattern: 'sequential' }) as const;
const store = (contender: 'sahpool-wal' | 'idb-strict', ns: number) => ({
  contender,
  status: 'done' as const,
  version: '',
  checksum: '',
  cells: WORKLOAD_IDS.map((workload) => ({
    ...{ workload, ops: 10, bytes: 10 * KIB, storage_ns: [], flushes: null },
    elapsed_ns: [10 * ns, 10.1 * ns, 10.2 * ns],
  })),
  survival: null,
});
export const reads = (ns: number, ops: number, bytes: number) => ({
  ...{ ops, bytes: ops * bytes, elapsed_ns: ns * ops, busy_ns: ns * ops },
  histogram: histogramOf(ns, ops),
});
export const flushed = (ns: number) =>
  makePass({ kind: 'flush_each', total_ns: ns, elapsed_ns: ns, write: timedSide(ns / 64, 64, 1024 * KIB) });
const writesUnderLoad = (ns: number, ops: number) =>
  makePass({ kind: 'flush_each', due: ops, total_ns: 1e9, elapsed_ns: 1e9, write: timedSide(ns, ops, 4 * KIB) });
export const rounds = (us: number, count: number) => Array.from({ length: count }, () => us);

/** A result of each family, as a run may have measured it. */
export const RESULTS: { readonly [Id in Exclude<FamilyId, 'matrix'>]: ResultOf<Id> } = {
  stutter: { family: 'stutter', layout: 'shared', pass: makePass({ write: timedSide(130e6, 1000, 4096) }) },
  'small-files': {
    family: 'small-files',
    cases: [
      {
        id: 'll_4k',
        files: 60,
        in_flight: 1,
        create_us: '100000 120000 130000',
        copy_us: '',
        delete_us: '',
        read: NONE,
        write: NONE,
        verified_files: 0,
      },
    ],
  },
  'block-sweep': {
    family: 'block-sweep',
    layout: 'shared',
    jobs: [
      writeJob(inOrder(4 * KIB), 200e6, 100),
      writeJob(inOrder(64 * KIB), 950e6, 100),
      writeJob(inOrder(16 * 1024 * KIB), 1000e6, 100),
    ],
  },
  'queue-sweep': {
    family: 'queue-sweep',
    layout: 'shared',
    jobs: [
      writeJob(row(4 * KIB, 1), 100e6, 100),
      writeJob(row(4 * KIB, 8), 400e6, 100),
      writeJob(row(4 * KIB, 64), 410e6, 100),
    ],
  },
  durability: {
    family: 'durability',
    layout: 'shared',
    none: [makePass({ total_ns: 1e8, write: makeSide({ bytes: 64e6 }) })],
    end: [],
    each: [flushed(1e9), flushed(1.1e9), flushed(0.9e9)],
  },
  'latency-under-load': {
    family: 'latency-under-load',
    layout: 'shared',
    loops: [
      {
        capacity: writesUnderLoad(1e6, 1000),
        loads: [writesUnderLoad(1.2e6, 100), writesUnderLoad(3e6, 1000), writesUnderLoad(12e6, 900)],
      },
    ],
  },
  sustained: {
    family: 'sustained',
    layout: 'shared',
    workers: 1,
    ended: 'budget',
    elapsed_us: [...rounds(16_000, 10), ...rounds(64_000, 20)].join(' '),
    total_us: [...rounds(16_777, 10), ...rounds(67_108, 20)].join(' '),
  },
  database: {
    family: 'database',
    sqlite_version: '3.50.0',
    vfs: 'opfs-sahpool',
    page_bytes: 32_768,
    database_bytes: 1e6,
    verified_rows: 500,
    phases: [
      {
        id: 'single',
        rows: 408,
        elapsed_ns: 1e9,
        read: NONE,
        write: NONE,
        sync: NONE,
        other: NONE,
        histogram: histogramOf(2.4e6, 408),
      },
    ],
  },
  'app-storage': { family: 'app-storage', rows: [store('sahpool-wal', 1e6), store('idb-strict', 4e6)] },
  'picked-file': {
    family: 'picked-file',
    pairs: { first: reads(10.1e6, 100, 4096), again: reads(0.1e6, 100, 4096) },
    in_order: [],
  },
  'picked-folder': {
    family: 'picked-folder',
    cells: [
      {
        place: 'picked',
        step: 'write',
        ops: 100,
        bytes: 100e6,
        elapsed_ns: 0.8e9,
        close_ns: 0.2e9,
        histogram: histogramOf(8e6, 100),
        verified_blocks: 0,
      },
    ],
  },
};

export function familyRecord(id: Exclude<FamilyId, 'matrix'>, changes: Partial<RunRecord> = {}): RunRecord {
  const head = { ...makeRecord(), family: id, plan: standardPlan(id), result: RESULTS[id] };
  return { ...head, ...changes } as unknown as RunRecord;
}
