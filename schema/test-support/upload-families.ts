import type { AppStoragePlan, AppStorageRow, IdbProbe } from '../src/families/app-storage/schema.ts';
import { CEILING, PICKED_STEPS, type PickedStep } from '../src/families/picked-folder/plan.ts';
import { cliffFrom, roundsMax } from '../src/families/sustained/rounds.ts';
import { type ContenderId, usesIndexedDb } from '../src/families/app-storage/contender-ids.ts';
import type { FileReads, PickedFileResult } from '../src/families/picked-file/schema.ts';
import type { IdbEngineId } from '../src/families/app-storage/figures.ts';
import { IN_FLIGHT } from '../src/families/picked-file/plan.ts';
import type { PickedCell, PickedFolderPlan } from '../src/families/picked-folder/schema.ts';
import { loopsOfContender, WORKLOAD_IDS, workloadSize } from '../src/families/app-storage/plan.ts';
import { standardPlan } from '../src/families/families.ts';
import type { SustainedResult } from '../src/families/sustained/schema.ts';
import { CLOCK_STEP_NS, familyUpload, type MadeHead, type UploadOf } from './upload.ts';
import { draw } from './random.ts';
import { bucketOf, emptyCounts, encodeHistogram, encodeSeries, MIB, sum } from '../src/documents/index.ts';
import { histogramOf } from './record.ts';

export interface MadeAppStorage extends MadeHead {
  readonly plan?: Partial<AppStoragePlan>;
  /** The engine that the probe of IndexedDB names; none without it. */
  readonly engine?: IdbEngineId;
  /** Microseconds per operation. */
  readonly perOpUs?: Partial<Record<ContenderId, number>>;
}

const PER_OP_US: Partial<Record<ContenderId, number>> = {
  'opfs-sync': 100,
  'idb-strict': 900,
  'dexie-strict': 1200,
  sahpool: 2000,
  'sahpool-wal': 500,
  coop: 1500,
  'write-ahead': 700,
};
/** Time of `clear` and of `count` in relation to `getAll`. */
const PROBE_RATIO: Readonly<Record<IdbEngineId, number>> = { sqlite: 0.08, leveldb: 0.5, unknown: 0.2 };

function probeOf(engine: IdbEngineId): IdbProbe {
  const rounds = (ns: number) => Array.from({ length: 7 }, () => ns);
  const other = rounds(10e6 * PROBE_RATIO[engine]);
  return { clear_ns: other, count_ns: other, get_all_ns: rounds(10e6) };
}

function storeRow(plan: AppStoragePlan, contender: ContenderId, perOpNs: number): AppStorageRow {
  const cells = WORKLOAD_IDS.map((workload) => {
    const { ops, bytes } = workloadSize(plan, workload);
    // Two runs never take the same time.
    const loopNs = () => Math.round((perOpNs * ops * (1 + draw() / 50)) / CLOCK_STEP_NS) * CLOCK_STEP_NS;
    const elapsed_ns = Array.from({ length: loopsOfContender(plan, contender) }, loopNs);
    return { workload, ops, bytes, elapsed_ns, storage_ns: [], flushes: null };
  });
  return { contender, status: 'done', version: '', checksum: '0badcafe', cells, survival: null };
}

/** An upload of a run of storage for apps, as a real one makes it. */
export function makeAppStorageUpload(options: MadeAppStorage = {}): UploadOf<'app-storage'> {
  const plan = { ...standardPlan('app-storage'), ...options.plan };
  const rows = plan.contenders.map((contender) => {
    const us = options.perOpUs?.[contender] ?? PER_OP_US[contender] ?? 1000;
    return storeRow(plan, contender, us * 1000);
  });
  const hasProbe = options.engine !== undefined && plan.contenders.some(usesIndexedDb);
  return familyUpload(options, {
    family: 'app-storage',
    wall_ms: 600_000,
    plan,
    result: { family: 'app-storage', rows, ...(hasProbe && { idb_probe: probeOf(options.engine) }) },
  });
}

export interface MadePicked extends MadeHead {
  readonly plan?: Partial<PickedFolderPlan>;
  /** The drive, not the browser, is this many times as fast. */
  readonly speed?: number;
}

const CALL_NS: Readonly<Record<PickedStep, number>> = {
  write: 4_000_000,
  seq_read: 2_000_000,
  rnd_read: 400_000,
  create: 9_000_000,
  delete: 1_500_000,
};
/** The browser's own storage is this much faster than what was picked. */
const CEILING_SPEED = 4;
const OPEN_NS = 3_000_000;
const CLOSE_NS = 50_000_000;

function cellOf(place: PickedCell['place'], step: PickedStep, ops: number, speed: number): PickedCell {
  const callNs = Math.max(1, Math.round(CALL_NS[step] / speed / CLOCK_STEP_NS)) * CLOCK_STEP_NS;
  const isRead = step === 'seq_read' || step === 'rnd_read';
  const isWrite = step === 'write';
  return {
    place,
    step,
    ops,
    bytes: ops * PICKED_STEPS[step].block_bytes,
    // Between two calls the page does a little, never the same.
    elapsed_ns: Math.round(ops * callNs * (1 + draw() / 1e6)) + (isWrite ? OPEN_NS : 0),
    close_ns: isWrite ? CLOSE_NS / speed : 0,
    histogram: histogramOf(callNs, ops),
    verified_blocks: isRead ? ops : 0,
  };
}

/** An upload of a run on a picked folder, as a real one makes it. */
export function makePickedUpload(options: MadePicked = {}): UploadOf<'picked-folder'> {
  const plan = { ...standardPlan('picked-folder'), ...options.plan };
  const cellsOf = (place: PickedCell['place'], amounts: typeof CEILING | typeof plan, speed: number) => {
    const { file_bytes, random_reads, small_files } = amounts;
    const ops = { write: file_bytes / MIB, seq_read: file_bytes / MIB, rnd_read: random_reads };
    const all = { ...ops, create: small_files, delete: small_files };
    const steps = Object.keys(PICKED_STEPS) as PickedStep[];
    return steps.map((step) => cellOf(place, step, all[step], speed));
  };
  const speed = options.speed ?? 1;
  const cells = [...cellsOf('ceiling', CEILING, CEILING_SPEED), ...cellsOf('picked', plan, speed)];
  return familyUpload(
    { ...options, environment: { engine: 'picked-folder', ...options.environment } },
    {
      family: 'picked-folder',
      wall_ms: Math.ceil(cells.reduce((sum, cell) => sum + cell.elapsed_ns + cell.close_ns, 0) / 1e6) + 500,
      plan,
      result: { family: 'picked-folder', cells },
    },
  );
}

function readsOf(ops: number, blockBytes: number, callNs: number, inFlight: number): FileReads {
  const busy_ns = ops * callNs;
  // Between two calls the page does a little, never the same.
  const elapsed_ns = (busy_ns / inFlight) * (1 + draw() / 1e6);
  return { ops, bytes: ops * blockBytes, elapsed_ns, busy_ns, histogram: histogramOf(callNs, ops) };
}

/** An upload of a run on a picked file on a hard disk. */
export function makePickedFileUpload(options: Pick<MadePicked, 'declared' | 'rig_id'> = {}): UploadOf<'picked-file'> {
  const plan = standardPlan('picked-file');
  const { pairs, slice_bytes, in_order_bytes } = plan;
  const result: PickedFileResult = {
    family: 'picked-file',
    pairs: { first: readsOf(pairs, 4096, 8_700_000, 1), again: readsOf(pairs, 4096, 300_000, 1) },
    in_order: IN_FLIGHT.map((in_flight) => ({
      in_flight,
      first: readsOf(in_order_bytes / slice_bytes, slice_bytes, 1e8 * in_flight, in_flight),
      again: readsOf(4, slice_bytes, 2e7 * in_flight, in_flight),
    })),
  };
  return familyUpload(
    { ...options, environment: { engine: 'picked-file' } },
    { family: 'picked-file', wall_ms: 60_000, plan, result },
  );
}

/** A step of any browser's clock. */
const CALL_STEP_NS = 20_000;
const SPREAD = 10;

interface MadeSustained extends MadeHead {
  /** Megabytes per second, from the first round to the last. */
  readonly rates?: (round: number) => number;
  readonly clockUs?: number;
}

/** Calls around a mean, in several buckets and never twice the same. */
function callsAround(meanNs: number, ops: number) {
  const counts = emptyCounts();
  const quick = Math.floor(ops * (0.4 + draw() / 5));
  const parts = [
    { ns: meanNs - CALL_STEP_NS, calls: quick - SPREAD },
    { ns: meanNs + CALL_STEP_NS, calls: ops - quick },
    // One call each, further and further below.
    ...Array.from({ length: SPREAD }, (_, i) => ({ ns: meanNs - (i + 2) * CALL_STEP_NS, calls: 1 })),
  ];
  for (const { ns, calls } of parts) counts[bucketOf(ns)] = (counts[bucketOf(ns)] ?? 0) + calls;
  const times = parts.map(({ ns }) => ns);
  return {
    busy_ns: sum(parts.map(({ ns, calls }) => ns * calls)),
    min_ns: Math.min(...times),
    max_ns: Math.max(...times),
    histogram: encodeHistogram(counts),
  };
}

/** An upload of a sustained write in the standard profile, which ends at a cliff as a page does. */
export function makeSustainedUpload(options: MadeSustained = {}): UploadOf<'sustained'> {
  const plan = standardPlan('sustained');
  const rate = options.rates ?? (() => 800);
  const clockUs = options.clockUs ?? 5;
  const inSteps = (us: number) => Math.round(us / clockUs) * clockUs;
  const totalUs: number[] = [];
  while (totalUs.length < roundsMax(plan) && cliffFrom(totalUs) === null && sum(totalUs) < plan.limit_s * 1e6) {
    totalUs.push(inSteps((plan.round_bytes / rate(totalUs.length)) * (1 + draw() / 1e3)));
  }
  const endReason = cliffFrom(totalUs) !== null ? 'cliff' : totalUs.length < roundsMax(plan) ? 'limit' : 'budget';
  // A tenth of each round is its flush.
  const elapsedUs = totalUs.map((us) => inSteps(us * 0.9));
  const ops = (totalUs.length * plan.round_bytes) / MIB;
  const meanNs = inSteps(sum(elapsedUs) / ops) * 1e3;
  const result: SustainedResult = {
    family: 'sustained',
    layout: options.environment?.layout ?? 'shared',
    workers: 1,
    ended: endReason,
    elapsed_us: encodeSeries(elapsedUs),
    total_us: encodeSeries(totalUs),
    fill: { bytes: plan.file_bytes, elapsed_ns: 1e9, flush_ns: 1e8 },
    write: {
      ops,
      bytes: ops * MIB,
      ...callsAround(meanNs, ops),
      short_ops: 0,
      dropped: 0,
      series: { ops: '', busy_us: '', max_us: '' },
    },
  };
  return familyUpload(options, { family: 'sustained', wall_ms: sum(totalUs) / 1e3 + 10_000, plan, result });
}
