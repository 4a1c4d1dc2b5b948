import type { RunUpload } from '../src/api/index.ts';
import {
  bucketOf,
  emptyCounts,
  encodeHistogram,
  type Environment,
  type Floor,
  type JobResult,
  type Pass,
  type Side,
} from '../src/documents/index.ts';
import { flushOf, KNOWN_CORES } from '../src/evidence/index.ts';
import {
  floorsOf,
  matrixFilledBytes,
  passesOfJob,
  passesOfLoop,
  recordedReads,
  rowOf,
  workersOfJob,
} from '../src/families/matrix/schedule.ts';
import { forgets, jobsOf } from '../src/families/matrix/jobs.ts';
import { planOf } from '../src/families/matrix/profiles.ts';
import { RECORD_FORMAT } from '../src/families/family.ts';
import { revisits, visitedBytes, visitEvery } from '../src/families/matrix/budget.ts';
import type { FamilyId } from '../src/families/ids.ts';
import type { FamilyRecord } from '../src/families/families.ts';
import type { MatrixPlan } from '../src/families/matrix/plan-schema.ts';
import type { JobSpec, PassSpec } from '../src/schedule/steps.ts';
import { draw, randomOf } from './random.ts';
import { makeEnvironment, makeSide } from './record.ts';

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

const FORGOTTEN = { bytes_read: 2e9, elapsed_ns: 1e9, ended: 'forgotten', slow_samples: 8, samples: 8 } as const;
const CALL_NS = 12_000;
export const CLOCK_STEP_NS = 5_000;
const BYTE_NS = 0.2;
const WRITE_BYTE_NS = 0.5;
/** So much that not one call of the drive's is as quick as one from memory. */
const DRIVE_READ_SLOWER = 64;
const FLUSH_NS = 400_000;
/** As measured in Chromium's private windows. */
const MEMORY = { callNs: 150_000, flushNs: 500 };
const BIN_NS = 100_000_000;

/** The deletion key of every run that the factory makes, and its SHA-256. */
export const DELETION_KEY = 'k'.repeat(43);
export const DELETION_SHA256 = 'a0484a6185b324e2f355194f334482fc79194cd805185155ddcf6804fdb9090a';

/** An upload of one family. */
export type UploadOf<Id extends FamilyId> = Omit<RunUpload, 'record'> & { record: Mutable<FamilyRecord<Id>> };
/** For tests that change a record. */
type Mutable<Document> = { -readonly [Key in keyof Document]: Document[Key] };

/** A day, because two uploads of one seed are the same. */
function today(): string {
  return `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
}

/** No two runs are the same, unless they are made with one seed. */
const freshSeed = () => Math.floor(draw() * 2 ** 32);

/** An upload as a real run makes it: every count agrees with every other. */
export function makeUpload(options: MadeRun = {}): UploadOf<'matrix'> {
  const plan: MatrixPlan = { ...planOf(options.profile ?? 'quick'), ...options.plan };
  const random = randomOf(options.seed ?? freshSeed());
  const jobs = jobsOf(plan).map((head) => drawnJob(plan, head, options, random));
  const bytes = matrixFilledBytes(plan, options.environment?.layout ?? 'shared');
  const fill = { bytes, elapsed_ns: bytes, flush_ns: 50 * flushNsOf(options) };
  const timedNs = jobs
    .flatMap((job) => job.passes)
    .reduce((sum, pass) => sum + pass.total_ns, fill.elapsed_ns + FORGOTTEN.elapsed_ns);
  return {
    record: {
      format: RECORD_FORMAT,
      family: 'matrix',
      started_at: today(),
      wall_ms: Math.ceil(timedNs / 1e6) + 3_000,
      status: 'done',
      plan,
      environment: withFlush(
        makeEnvironment({ wasm_sha256: KNOWN_CORES[0] ?? '', clock_step_ns: CLOCK_STEP_NS, ...options.environment }),
      ),
      result: {
        family: 'matrix',
        fill,
        ...(forgets(plan) && { forget: FORGOTTEN }),
        floors: options.environment?.engine === 'node-direct' ? [] : drawnFloors(plan, options, random),
        jobs,
      },
    },
    declared: {
      device: 'Test Laptop 13',
      drive: 'Example 980',
      interface: 'NVMe',
      filesystem: 'ext4',
      ...options.declared,
    },
    ...(options.rig_id === undefined ? {} : { rig_id: options.rig_id }),
    deletion_sha256: DELETION_SHA256,
  };
}

/** Anything but the plan and the result of an upload of another family. */
export type MadeHead = Pick<MadeRun, 'declared' | 'environment' | 'rig_id'>;

/** An upload of another family, as a real run makes it on the computer of `makeUpload`. */
export function familyUpload<Id extends FamilyId>(
  options: MadeHead,
  parts: Pick<FamilyRecord<Id>, 'family' | 'plan' | 'result' | 'wall_ms'>,
): UploadOf<Id> {
  const { environment, ...head } = options;
  const upload = makeUpload(head);
  const fullEnvironment = withFlush({ ...upload.record.environment, ...environment });
  const record = { ...upload.record, ...parts, environment: fullEnvironment };
  return { ...upload, record: record as unknown as FamilyRecord<Id> };
}

/** The environment of a client with its way to flush. */
function withFlush(environment: Environment): Environment {
  return { ...environment, flush_primitive: flushOf(environment) ?? environment.flush_primitive };
}

/** Hot reads, as quick as the run's own reads from memory. */
function drawnFloors(plan: MatrixPlan, options: MadeRun, random: () => number): Floor[] {
  return floorsOf(plan).map(({ blockBytes, workers }) => {
    const callNs = options.keptInMemory === true ? MEMORY.callNs : callNsOf(blockBytes, options);
    return {
      block_bytes: blockBytes,
      workers,
      hot_read: {
        ...drawnSide(5_000, blockBytes, callNs, workers, 'each', random),
        series: { ops: '', busy_us: '', max_us: '' },
      },
      empty_read_ns: 900,
      get_size_ns: 700,
      clean_flush_ns: 30_000,
    };
  });
}

const callNsOf = (blockBytes: number, { speed = 1 }: MadeRun) => (CALL_NS + blockBytes * BYTE_NS) / speed;

function drawnJob(plan: MatrixPlan, head: JobSpec, options: MadeRun, random: () => number): JobResult {
  const { direction } = head;
  const reads = recordedReads(head, options.environment?.engine ?? 'opfs-sync');
  const loops = head.reads === 'drive' ? plan.loops : (options.loops ?? plan.loops);
  const addedPasses = Array.from({ length: loops - plan.loops }, (_, index) =>
    passesOfLoop(plan, head, plan.loops + index + 1),
  );
  return {
    row: rowOf(plan, head),
    direction,
    ...(reads && { reads }),
    status: 'done',
    workers: workersOfJob(plan, head),
    layout: 'shared',
    passes: [...passesOfJob(plan, head), ...addedPasses.flat()].map((pass) =>
      drawnPass(plan, head, pass, options, random),
    ),
    verified_sectors: 256,
  };
}

/** The time of a call of a pass. A drive is shared by the workers that write. */
function passCallNs(plan: MatrixPlan, head: JobSpec, { flush }: PassSpec, options: MadeRun): number {
  const { block_bytes } = rowOf(plan, head);
  const callNs = callNsOf(block_bytes, options);
  if (head.direction === 'read') return head.reads === 'drive' ? callNs * DRIVE_READ_SLOWER : callNs;
  const waitNs = block_bytes * WRITE_BYTE_NS * workersOfJob(plan, head) + (flush === 'each' ? flushNsOf(options) : 0);
  return callNs + waitNs / (options.speed ?? 1);
}

function drawnPass(plan: MatrixPlan, head: JobSpec, pass: PassSpec, options: MadeRun, random: () => number): Pass {
  const row = rowOf(plan, head);
  const { direction } = head;
  const { kind, loop, timing } = pass;
  const workers = workersOfJob(plan, head);
  const perCallNs = passCallNs(plan, head, pass, options);
  const limitNs = pass.limitS === 0 ? Number.POSITIVE_INFINITY : pass.limitS * 1e9;
  const passBytes = Math.min(visitedBytes(plan, rowOf(plan, head), head), pass.maxBytes ?? Number.POSITIVE_INFINITY);
  const isAnew = pass.limitS > 0 && revisits(plan, head);
  const blocks = isAnew ? Number.POSITIVE_INFINITY : Math.floor(passBytes / row.block_bytes / visitEvery(row, head));
  const flush = direction === 'read' ? 0 : flushNsOf(options) * 10;
  const readShare = { read: 1, write: 0, mix: plan.mix_read_percent / 100 }[direction];
  const side = (n: number) => drawnSide(n, row.block_bytes, perCallNs, workers, timing, random);
  const sidesOf = (ops: number) => {
    const read = direction === 'write' ? undefined : side(Math.floor(ops * readShare));
    const write = direction === 'read' ? undefined : side(ops - Math.floor(ops * readShare));
    return { read, write, busyNs: (read?.busy_ns ?? 0) + (write?.busy_ns ?? 0) };
  };
  let ops = Math.min(blocks, Math.floor((limitNs * workers) / perCallNs));
  let { read, write, busyNs } = sidesOf(ops);
  // Nobody stops before the limit.
  while (ops < blocks && busyNs < limitNs * workers) {
    ops = Math.min(blocks, Math.ceil(ops * 1.1) + 1);
    ({ read, write, busyNs } = sidesOf(ops));
  }
  // The last call of a worker may be longer than all others together.
  const longestNs = Math.max(read?.max_ns ?? 0, write?.max_ns ?? 0);
  // The time between calls is never twice the same.
  const spentNs = Math.ceil(busyNs / workers) + (workers > 1 ? 50_000 : 0) + Math.floor(random() * 1e6) / 1e3;
  const elapsedNs = Math.max(ops === blocks ? 0 : limitNs, spentNs, longestNs);
  return {
    kind,
    loop,
    timing,
    ended: ops === blocks ? 'visited' : 'limit',
    workers,
    elapsed_ns: elapsedNs,
    total_ns: elapsedNs + flush,
    flush_ns: flush,
    bin_ns: BIN_NS,
    ...(read ? { read } : {}),
    ...(write ? { write } : {}),
  };
}

function flushNsOf(options: MadeRun): number {
  return options.keptInMemory === true ? MEMORY.flushNs : FLUSH_NS;
}

function drawnSide(
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
  let [opsLeft, busyNs, min, max] = [ops, 0, Infinity, 0];
  for (let i = 0; i < spots; i++) {
    const steps = Math.round((perCallNs * 2 ** ((random() + random() + random() - 1.5) * 2)) / CLOCK_STEP_NS);
    const ns = Math.max(1, steps) * CLOCK_STEP_NS;
    const n = i === spots - 1 ? opsLeft : Math.min(opsLeft, Math.round((ops / spots) * 2 * random()));
    if (n === 0) continue;
    const bucket = bucketOf(ns);
    counts[bucket] = (counts[bucket] ?? 0) + n;
    [opsLeft, busyNs, min, max] = [opsLeft - n, busyNs + n * ns, Math.min(min, ns), Math.max(max, ns)];
  }
  const isTimed = timing === 'each' && ops > 0;
  const bins = Math.max(1, Math.ceil(busyNs / workers / BIN_NS));
  const longestUs = isTimed ? Math.round(max / 1000) : 0;
  const binOps = Array.from(
    { length: bins },
    (_, i) => Math.floor((ops * (i + 1)) / bins) - Math.floor((ops * i) / bins),
  );
  return makeSide({
    ops,
    bytes: ops * blockBytes,
    busy_ns: busyNs,
    min_ns: isTimed ? min : 0,
    max_ns: isTimed ? max : 0,
    histogram: isTimed ? encodeHistogram(counts) : '',
    series: {
      ops: binOps.join(' '),
      busy_us: binOps.map((n) => Math.round((n * busyNs) / Math.max(1, ops) / 1000)).join(' '),
      max_us: binOps.map((_, i) => (i === 0 ? longestUs : Math.round(longestUs * (0.3 + 0.7 * random())))).join(' '),
    },
  });
}
