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
import { flushOf, KNOWN_CORES } from '@opfsmark/schema/evidence';
import {
  floorsOf,
  planOf,
  RECORD_FORMAT,
  type FamilyId,
  type FamilyRecord,
  type MatrixPlan,
} from '@opfsmark/schema/families';

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
const WRITE_BYTE_NS = 0.5;
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

/** An upload of one family. */
export type UploadOf<Id extends FamilyId> = Omit<RunUpload, 'record'> & { record: Mutable<FamilyRecord<Id>> };
/** For tests that change a record. */
type Mutable<Document> = { -readonly [Key in keyof Document]: Document[Key] };

/** A day, because two uploads of one seed are the same. */
function today(): string {
  return `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
}

/** No two runs are the same, unless they are made with one seed. */
const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

/** An upload as a real run makes it: every count agrees with every other. */
export function makeUpload(made: MadeRun = {}): UploadOf<'matrix'> {
  const plan: MatrixPlan = { ...planOf(made.profile ?? 'quick'), ...made.plan };
  const random = randomOf(made.seed ?? freshSeed());
  const jobs = plan.directions.flatMap((direction) =>
    plan.rows.map((row) => makeJob(plan, row, direction, made, random)),
  );
  const fill = { bytes: plan.file_bytes, elapsed_ns: plan.file_bytes, flush_ns: 50 * flushNsOf(made) };
  const timedNs = jobs.flatMap((job) => job.passes).reduce((sum, pass) => sum + pass.total_ns, fill.elapsed_ns);
  return {
    record: {
      format: RECORD_FORMAT,
      family: 'matrix',
      started_at: today(),
      wall_ms: Math.ceil(timedNs / 1e6) + 3_000,
      status: 'done',
      plan,
      environment: withFlush({
        engine: 'opfs-sync',
        core_version: '0.1.0',
        compiler: 'emscripten 3.1.6',
        wasm_sha256: KNOWN_CORES[0] ?? '',
        client: { browser: { family: 'chrome', major: 156 }, os: { family: 'linux', major: null } },
        cross_origin_isolated: true,
        clock_step_ns: CLOCK_STEP_NS,
        clock_call_ns: 140,
        layout: 'shared',
        fill_block_bytes: 1 << 20,
        flush_primitive: 'fdatasync',
        visibility_changes: 0,
        ...made.environment,
      }),
      result: {
        family: 'matrix',
        fill,
        floors: floorsOf(plan).map(({ blockBytes, workers }) => ({
          block_bytes: blockBytes,
          workers,
          hot_read: makeFloor(blockBytes, workers, made, random),
          empty_read_ns: 900,
          get_size_ns: 700,
          clean_flush_ns: 30_000,
        })),
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
  };
}

/** Of another client, what that has. */
function withFlush(environment: Environment): Environment {
  return { ...environment, flush_primitive: flushOf(environment) ?? environment.flush_primitive };
}

/** A hot read, as quick as the run's own reads: they come from memory. */
function makeFloor(blockBytes: number, workers: number, made: MadeRun, random: () => number): Side {
  const callNs = made.keptInMemory === true ? MEMORY.callNs : callNsOf(blockBytes, made);
  return {
    ...makeSide(5_000, blockBytes, callNs, workers, 'each', random),
    series: { ops: '', busy_us: '', max_us: '' },
  };
}

const callNsOf = (blockBytes: number, { speed = 1 }: MadeRun) => (CALL_NS + blockBytes * BYTE_NS) / speed;

function makeJob(plan: MatrixPlan, row: Row, direction: Direction, made: MadeRun, random: () => number): JobResult {
  const kinds: PassKind[] = ['throughput'];
  const batched = direction !== 'write' && row.block_bytes <= 65_536;
  if (batched) kinds.push('latency');
  if (direction === 'write') kinds.push('flush_each');
  const passes = kinds.flatMap((kind) =>
    Array.from({ length: (made.loops ?? plan.loops) + 1 }, (_, loop) => loop)
      // The headline alone is warmed up.
      .filter((loop) => kind === 'throughput' || loop > 0)
      .map((loop) => makePass(plan, row, direction, kind, loop, batched, made, random)),
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
  // A drive is shared by the workers that write.
  const waitNs = direction === 'read' ? 0 : (row.block_bytes * WRITE_BYTE_NS * workers) / (made.speed ?? 1);
  const perCallNs =
    waitNs + callNsOf(row.block_bytes, made) + (kind === 'flush_each' ? flushNs / (made.speed ?? 1) : 0);
  const limitNs = limitSOf(plan, kind, loop) * 1e9;
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
  const busyNs = (read?.busy_ns ?? 0) + (write?.busy_ns ?? 0);
  // The last call of a worker may be longer than all others together.
  const longestNs = Math.max(read?.max_ns ?? 0, write?.max_ns ?? 0);
  const spentNs = Math.ceil(busyNs / workers) + (workers > 1 ? 50_000 : 0);
  const elapsed = Math.max(ops === blocks ? 0 : limitNs, spentNs, longestNs);
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

/** As `passesOfJob` has it: the warm-up and what is beside the headline are shorter. */
function limitSOf(plan: MatrixPlan, kind: PassKind, loop: number): number {
  const limitS = plan.limit_s || 5;
  if (loop === 0) return Math.min(limitS, 0.5);
  return kind === 'throughput' ? limitS : Math.min(limitS, 1);
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
    const steps = Math.round((perCallNs * 2 ** ((random() + random() + random() - 1.5) * 2)) / CLOCK_STEP_NS);
    const ns = Math.max(1, steps) * CLOCK_STEP_NS;
    const n = i === spots - 1 ? left : Math.min(left, Math.round((ops / spots) * 2 * random()));
    if (n === 0) continue;
    const bucket = bucketOf(ns);
    counts[bucket] = (counts[bucket] ?? 0) + n;
    [left, busy, min, max] = [left - n, busy + n * ns, Math.min(min, ns), Math.max(max, ns)];
  }
  const timed = timing === 'each' && ops > 0;
  const bins = Math.max(1, Math.ceil(busy / workers / BIN_NS));
  const longestUs = timed ? Math.round(max / 1000) : 0;
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
      max_us: binOps.map((_, i) => (i === 0 ? longestUs : Math.round(longestUs * (0.3 + 0.7 * random())))).join(' '),
    },
  };
}
