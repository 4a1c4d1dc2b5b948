import type { RunUpload } from '@opfsmark/schema/api';
import {
  bucketOf,
  emptyCounts,
  encodeHistogram,
  workersOf,
  type Direction,
  type Environment,
  type JobResult,
  type Pass,
  type PassKind,
  type Row,
  type Side,
} from '@opfsmark/schema/documents';
import { planOf, RECORD_FORMAT, type FamilyId, type FamilyRecord, type MatrixPlan } from '@opfsmark/schema/families';

export interface MadeRun {
  readonly plan?: Partial<MatrixPlan>;
  readonly profile?: MatrixPlan['profile'];
  readonly declared?: Partial<RunUpload['declared']>;
  readonly environment?: Partial<Environment>;
  readonly rig_id?: string;
  /** Everything is this many times as fast. */
  readonly speed?: number;
  /** Loops that were run, where `until_stable` asked for more than the plan. */
  readonly loops?: number;
  readonly seed?: number;
  /** As in a private window: hot reads are slow, and a flush has nothing to do. */
  readonly keptInMemory?: boolean;
}

const CALL_NS = 12_000;
const CLOCK_STEP_NS = 5_000;
const BYTE_NS = 0.2;
const FLUSH_NS = 400_000;
/** As measured in Chromium's private windows. */
const MEMORY = { callNs: 150_000, flushNs: 500 };
const BIN_NS = 100_000_000;

/** The same numbers for the same seed, on every machine. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The deletion key of every run that the factory makes, and its SHA-256. */
export const DELETION_KEY = 'k'.repeat(43);
export const DELETION_SHA256 = 'a0484a6185b324e2f355194f334482fc79194cd805185155ddcf6804fdb9090a';

/** An upload of one family. */
export type UploadOf<Id extends FamilyId> = Omit<RunUpload, 'record'> & { record: Mutable<FamilyRecord<Id>> };
/** For tests that change a record. */
type Mutable<Document> = { -readonly [Key in keyof Document]: Document[Key] };

/** An upload as a real run makes it: every count agrees with every other. */
export function makeUpload(made: MadeRun = {}): UploadOf<'matrix'> {
  const plan: MatrixPlan = { ...planOf(made.profile ?? 'quick'), ...made.plan };
  const random = randomOf(made.seed ?? 1);
  const jobs = plan.directions.flatMap((direction) =>
    plan.rows.map((row) => makeJob(plan, row, direction, made, random)),
  );
  const fill = { bytes: plan.file_bytes, elapsed_ns: plan.file_bytes, flush_ns: 50 * flushNsOf(made) };
  const timedNs = jobs.flatMap((job) => job.passes).reduce((sum, pass) => sum + pass.total_ns, fill.elapsed_ns);
  return {
    record: {
      format: RECORD_FORMAT,
      family: 'matrix',
      started_at: '2026-11-21T10:00:00.000Z',
      wall_ms: Math.ceil(timedNs / 1e6) + 3_000,
      status: 'done',
      plan,
      environment: {
        engine: 'opfs-sync',
        core_version: '0.1.0',
        compiler: 'emscripten 3.1.6',
        wasm_sha256: 'a'.repeat(64),
        client: { browser: { family: 'chrome', major: 156 }, os: { family: 'linux', major: null } },
        cross_origin_isolated: true,
        clock_step_ns: CLOCK_STEP_NS,
        clock_call_ns: 140,
        layout: 'shared',
        fill_block_bytes: 1 << 20,
        flush_primitive: 'fdatasync',
        visibility_changes: 0,
        ...made.environment,
      },
      result: {
        family: 'matrix',
        fill,
        floors: [
          {
            block_bytes: 4096,
            workers: 1,
            hot_read: makeSide(5_000, 4096, made.keptInMemory === true ? MEMORY.callNs : CALL_NS, 1, 'each', random),
            empty_read_ns: 900,
            get_size_ns: 700,
            clean_flush_ns: 30_000,
          },
        ],
        jobs,
      },
    },
    declared: {
      device: 'Test Laptop 13',
      drive: 'Example 980',
      interface: 'NVMe',
      filesystem: 'ext4',
      ...made.declared,
    },
    ...(made.rig_id === undefined ? {} : { rig_id: made.rig_id }),
    deletion_sha256: DELETION_SHA256,
  };
}

function makeJob(plan: MatrixPlan, row: Row, direction: Direction, made: MadeRun, random: () => number): JobResult {
  const kinds: PassKind[] = ['throughput'];
  const batched = direction !== 'write' && row.block_bytes <= 65_536;
  if (batched) kinds.push('latency');
  if (direction === 'write') kinds.push('flush_each');
  const passes = kinds.flatMap((kind) =>
    Array.from({ length: (made.loops ?? plan.loops) + 1 }, (_, loop) =>
      makePass(plan, row, direction, kind, loop, batched, made, random),
    ),
  );
  return { row, direction, status: 'done', workers: workersOf(row), layout: 'shared', passes, verified_sectors: 256 };
}

function makePass(
  plan: MatrixPlan,
  row: Row,
  direction: Direction,
  kind: PassKind,
  loop: number,
  batched: boolean,
  made: MadeRun,
  random: () => number,
): Pass {
  const workers = workersOf(row);
  const flushNs = flushNsOf(made);
  const perCallNs = (CALL_NS + row.block_bytes * BYTE_NS + (kind === 'flush_each' ? flushNs : 0)) / (made.speed ?? 1);
  const limitNs = (plan.limit_s || 5) * 1e9;
  const blocks = Math.floor(plan.file_bytes / row.block_bytes);
  const possible = Math.floor((limitNs * workers) / perCallNs);
  const ops = Math.min(blocks, possible);
  const flush = direction === 'read' ? 0 : flushNs * 10;
  const timing = kind === 'throughput' && batched ? 'batched' : 'each';
  const readOps =
    direction === 'read' ? ops : direction === 'write' ? 0 : Math.floor((ops * plan.mix_read_percent) / 100);
  const side = (n: number) => makeSide(n, row.block_bytes, perCallNs, workers, timing, random);
  const read = direction === 'write' ? undefined : side(readOps);
  const write = direction === 'read' ? undefined : side(ops - readOps);
  const elapsed = Math.ceil(((read?.busy_ns ?? 0) + (write?.busy_ns ?? 0)) / workers) + 50_000;
  return {
    kind,
    loop,
    timing,
    ended: ops === blocks ? 'visited' : 'limit',
    workers,
    elapsed_ns: elapsed,
    total_ns: elapsed + flush,
    flush_ns: flush,
    bin_ns: BIN_NS,
    ...(read ? { read } : {}),
    ...(write ? { write } : {}),
  };
}

function flushNsOf(made: MadeRun): number {
  return made.keptInMemory === true ? MEMORY.flushNs : FLUSH_NS;
}

function makeSide(
  ops: number,
  blockBytes: number,
  perCallNs: number,
  workers: number,
  timing: 'batched' | 'each',
  random: () => number,
): Side {
  // Latencies spread over some hundred buckets around the mean, as those of a shared machine do.
  const counts = emptyCounts();
  const spots = Math.min(ops, 300);
  let [left, busy, min, max] = [ops, 0, Infinity, 0];
  for (let i = 0; i < spots; i++) {
    const ns = Math.max(CLOCK_STEP_NS, Math.round(perCallNs * 2 ** ((random() + random() + random() - 1.5) * 2)));
    const n = i === spots - 1 ? left : Math.floor(ops / spots);
    const bucket = bucketOf(ns);
    counts[bucket] = (counts[bucket] ?? 0) + n;
    [left, busy, min, max] = [left - n, busy + n * ns, Math.min(min, ns), Math.max(max, ns)];
  }
  const timed = timing === 'each' && ops > 0;
  const bins = Math.max(1, Math.ceil(busy / workers / BIN_NS));
  const binOps = Array.from(
    { length: bins },
    (_, i) => Math.floor((ops * (i + 1)) / bins) - Math.floor((ops * i) / bins),
  );
  return {
    ops,
    bytes: ops * blockBytes,
    short_ops: 0,
    dropped: 0,
    busy_ns: busy,
    min_ns: timed ? min : 0,
    max_ns: timed ? max : 0,
    histogram: timed ? encodeHistogram(counts) : '',
    series: {
      ops: binOps.join(' '),
      busy_us: binOps.map((n) => Math.round((n * busy) / Math.max(1, ops) / 1000)).join(' '),
      max_us: binOps.map(() => Math.round((max * (0.3 + 0.7 * random())) / 1000)).join(' '),
    },
  };
}
