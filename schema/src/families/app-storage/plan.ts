import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { MIB } from '../../documents/units.ts';
import {
  CONTENDER_IDS,
  CONTENDERS,
  type ContenderId,
  MAX_RELOAD_ROWS,
  ROW_BYTES,
  SCAN_ROWS,
  usesIndexedDb,
} from './contender-ids.ts';
import type { AppStorageCell, AppStoragePlan, AppStorageResult } from './schema.ts';
import { sum } from '../../documents/stats.ts';
import { loadStep, type Step } from '../../schedule/steps.ts';
import type { BoardLayout } from '../../documents/lists.ts';
import { byteCount, choices, wholeNumber } from '../../plan/codec.ts';
import { definePlan, type RecordOf } from '../family.ts';
import { changesOnly } from '../plan-for.ts';

export const DEFAULT_CONTENDERS: readonly ContenderId[] = [
  'opfs-sync',
  'idb-strict',
  'dexie-strict',
  'sahpool',
  'sahpool-wal',
  'coop',
  'write-ahead',
];

const QUICK_PLAN: AppStoragePlan = {
  family: 'app-storage',
  suite: SUITE_VERSION,
  profile: 'quick',
  contenders: [...DEFAULT_CONTENDERS],
  batch_rows: 1_000,
  puts: 40,
  point_reads: 500,
  blob_bytes: 10 * MIB,
  loops: 5,
  seed: STANDARD_SEED,
};

const FULL_PLAN: AppStoragePlan = {
  ...QUICK_PLAN,
  profile: 'full',
  // Storage that only the page itself has is named, and cannot be measured from a worker. DuckDB is 8 MB to download, by choice.
  contenders: CONTENDER_IDS.filter((id) => id !== 'local-storage' && id !== 'duckdb'),
  puts: 100,
  point_reads: 1_000,
  loops: 7,
};

export type WorkloadId = AppStorageCell['workload'];

/** In the order in which they run. */
export const DIRECTIONS: Readonly<Record<WorkloadId, 'read' | 'write'>> = {
  open: 'read',
  put: 'write',
  'put-batch': 'write',
  read: 'read',
  scan: 'read',
  update: 'write',
  delete: 'write',
  'blob-write': 'write',
  'blob-read': 'read',
};
export const WORKLOAD_IDS = Object.keys(DIRECTIONS) as readonly WorkloadId[];

interface WorkloadSize {
  /** Times that the page waits for: opens, transactions, or reads. */
  readonly ops: number;
  /** Content that is moved, without what the store adds. */
  readonly bytes: number;
}

/** The size of one loop of a workload. */
export function workloadSize(plan: AppStoragePlan, id: WorkloadId): WorkloadSize {
  const { batch_rows: rows, puts, point_reads: reads, blob_bytes } = plan;
  const sizes: Record<WorkloadId, WorkloadSize> = {
    open: { ops: 1, bytes: ROW_BYTES },
    put: { ops: puts, bytes: puts * ROW_BYTES },
    'put-batch': { ops: 1, bytes: rows * ROW_BYTES },
    read: { ops: reads, bytes: reads * ROW_BYTES },
    scan: { ops: rows / SCAN_ROWS, bytes: rows * ROW_BYTES },
    update: { ops: puts, bytes: puts * ROW_BYTES },
    // Nothing is moved: what a store writes to forget a row is its own affair.
    delete: { ops: 1, bytes: 0 },
    'blob-write': { ops: 1, bytes: blob_bytes },
    'blob-read': { ops: 1, bytes: blob_bytes },
  };
  return sizes[id];
}

/**
 * Each loop begins with another one, and every second loop goes backwards, so that none always follows the same one and pays
 * for what that has left to write.
 */
export function orderOfLoop<Id>(ids: readonly Id[], loop: number): Id[] {
  const at = loop % Math.max(1, ids.length);
  const order = [...ids.slice(at), ...ids.slice(0, at)];
  return loop % 2 === 0 ? order : order.toReversed();
}

/** How many of the plan's loops a slow contender does, so that a run does not wait for it most of its time. */
const SLOW_SHARE_OF_LOOPS = 0.4;

/** The counted loops of a contender. */
export const loopsOfContender = ({ loops }: AppStoragePlan, contender: ContenderId): number =>
  CONTENDERS[contender].slow ? Math.max(1, Math.floor(loops * SLOW_SHARE_OF_LOOPS)) : loops;

/** The contenders of a loop, in their order. */
export const contendersOfLoop = (plan: AppStoragePlan, loop: number): ContenderId[] =>
  orderOfLoop(
    plan.contenders.filter((contender) => loop <= loopsOfContender(plan, contender)),
    loop,
  );

const USUAL_LOAD_S = 0.1;
/** Loops per second of the standard sizes on an ordinary computer. */
const USUAL_LOOPS_PER_S = 1.2;
const USUAL_SLOW_LOOPS_PER_S = 0.3;
/** Several contenders at once: these time nothing. */
const USUAL_SURVIVALS_PER_S = 1.5;
const USUAL_CREATIONS_PER_S = 3;
const USUAL_RELOADS_PER_S = 4;
const USUAL_TABS_PER_S = 3;
const USUAL_PROBES_PER_S = 2;
/** Repeats with each number of workers. */
const USUAL_CONTENTIONS_PER_S = 0.2;
/** Rows that are imported and asked about; the trial past memory and two starts take as long as so many. */
const USUAL_ANALYTICS_ROWS_PER_S = 150_000;
export const ANALYTICS_BASE_ROWS = 500_000;
/** A row of SQLite, with its journal; none is longer. */
const MAX_BYTES_PER_ANALYTICS_ROW = 200;
/** A journal or a log, the page around a row, and what is written again when a log is copied back. */
const MAX_WRITTEN_PER_BYTE = 4;
/** Pages and their journal for a transaction of one row. */
const MAX_BYTES_PER_PUT = 64 * 1024;

/** With every number of workers: about 5,000 rows in transactions and 200 alone. */
const MAX_BYTES_PER_CONTENTION = 5_000 * ROW_BYTES * MAX_WRITTEN_PER_BYTE + 200 * MAX_BYTES_PER_PUT;

/** The names of steps, as the worker says them. */
export const loopStepId = (contender: ContenderId, loop: number) => `${contender} ${loop}`;

/** Content that is written, and transactions of one row. Reads cost little beside them. */
const writtenBytes = (plan: AppStoragePlan, id: WorkloadId) =>
  DIRECTIONS[id] === 'write' ? workloadSize(plan, id).bytes : 0;
const singlePuts = ({ puts }: AppStoragePlan, id: WorkloadId) => (id === 'put' || id === 'update' ? puts : 0);
const perLoop = (plan: AppStoragePlan, of: (plan: AppStoragePlan, id: WorkloadId) => number) =>
  sum(WORKLOAD_IDS.map((id) => of(plan, id)));

/** The share of a workload in the work of its loop: half of that lies in the bytes, half in the transactions of one row. */
export function workOfWorkload(plan: AppStoragePlan, id: WorkloadId): number {
  const share = (of: (plan: AppStoragePlan, id: WorkloadId) => number) => of(plan, id) / perLoop(QUICK_PLAN, of) / 2;
  return share(writtenBytes) + share(singlePuts);
}

/** How much more a loop of this plan does than one of the standard plan. */
const workOfLoop = (plan: AppStoragePlan) => perLoop(plan, workOfWorkload);

/** Every store is created, with its rows. */
export const CREATE_STEP_ID = 'create';
/** Workers are ended while they put, and looked after. */
export const SURVIVAL_STEP_ID = 'survival';
/** Two workers have one store open. */
export const TABS_STEP_ID = 'tabs';
/** The page reloads itself while all contenders put, and looks afterwards what is left. */
export const RELOAD_STEP_ID = 'reload';

/** Several workers use one store at once. */
export const SEVERAL_STEP_ID = 'several';

/** Stores with SQL import rows and are asked about all of them. */
export const ANALYTICS_STEP_ID = 'analytics';

/** The step that tells the engines of IndexedDB apart, before the first loop. */
export const IDB_PROBE_STEP_ID = 'idb-probe';

function probeStep({ contenders }: AppStoragePlan): Step[] {
  if (!contenders.some(usesIndexedDb)) return [];
  return [{ id: IDB_PROBE_STEP_ID, pace: 'app-storage idb-probe', work: 1, usualPerS: USUAL_PROBES_PER_S }];
}

const severalStep = ({ contenders }: AppStoragePlan, repeats: number): Step => ({
  id: SEVERAL_STEP_ID,
  pace: `app-storage ${SEVERAL_STEP_ID}`,
  work: contenders.length * repeats,
  usualPerS: USUAL_CONTENTIONS_PER_S,
  counts: 'work',
});

const analyticsStep = ({ contenders }: AppStoragePlan, rows: number): Step => ({
  id: ANALYTICS_STEP_ID,
  pace: `app-storage ${ANALYTICS_STEP_ID}`,
  work: contenders.length * (rows + ANALYTICS_BASE_ROWS),
  usualPerS: USUAL_ANALYTICS_ROWS_PER_S,
  counts: 'work',
});

function appStorageSteps(plan: AppStoragePlan): Step[] {
  const loops = Array.from({ length: plan.loops }, (_, index) =>
    contendersOfLoop(plan, index + 1).map((contender): Step => {
      const pace = `app-storage ${contender}`;
      const usualPerS = CONTENDERS[contender].slow ? USUAL_SLOW_LOOPS_PER_S : USUAL_LOOPS_PER_S;
      return { id: loopStepId(contender, index + 1), pace, work: workOfLoop(plan), usualPerS, counts: 'work' };
    }),
  );
  const ofAll = (id: string, usualPerS: number): Step => ({
    id,
    pace: `app-storage ${id}`,
    work: plan.contenders.length,
    usualPerS,
    counts: 'work',
  });
  return [
    loadStep('app-storage', USUAL_LOAD_S),
    ...probeStep(plan),
    ofAll(CREATE_STEP_ID, USUAL_CREATIONS_PER_S),
    ...loops.flat(),
    ofAll(SURVIVAL_STEP_ID, USUAL_SURVIVALS_PER_S),
    ofAll(RELOAD_STEP_ID, USUAL_RELOADS_PER_S),
    ofAll(TABS_STEP_ID, USUAL_TABS_PER_S),
    ...(plan.several === undefined ? [] : [severalStep(plan, plan.several)]),
    ...(plan.analytics === undefined ? [] : [analyticsStep(plan, plan.analytics)]),
  ];
}

function maxBytesWritten(plan: AppStoragePlan): number {
  const loopBytes = perLoop(plan, writtenBytes) * MAX_WRITTEN_PER_BYTE + perLoop(plan, singlePuts) * MAX_BYTES_PER_PUT;
  const loops = sum(plan.contenders.map((contender) => loopsOfContender(plan, contender) + 1));
  const severalBytes = plan.contenders.length * (plan.several ?? 0) * MAX_BYTES_PER_CONTENTION;
  const analyticsBytes = plan.contenders.length * (plan.analytics ?? 0) * MAX_BYTES_PER_ANALYTICS_ROW;
  const reloadBytes = plan.contenders.length * MAX_RELOAD_ROWS * MAX_BYTES_PER_PUT;
  return loops * loopBytes + reloadBytes + severalBytes + analyticsBytes;
}

/** Another profile puts and reads more, so that its stores are larger and write back at other moments. */
export function appStorageLayout({
  plan,
  environment,
}: RecordOf<AppStoragePlan, AppStorageResult>): BoardLayout | null {
  const isSameWork = plan.profile === 'quick' && changesOnly(appStoragePlan, plan, ['contenders']);
  return isSameWork && environment.engine === 'opfs-sync' ? 'app-storage' : null;
}

export const appStoragePlan = definePlan<AppStoragePlan, AppStorageResult>({
  profiles: { quick: QUICK_PLAN, full: FULL_PLAN },
  codec: {
    contenders: choices('contenders'),
    batch_rows: wholeNumber('rows'),
    puts: wholeNumber('puts'),
    point_reads: wholeNumber('reads'),
    blob_bytes: byteCount('blob'),
    loops: wholeNumber('loops'),
    several: wholeNumber('several'),
    analytics: wholeNumber('analytics'),
    seed: wholeNumber('seed'),
  },
  steps: appStorageSteps,
  bytesWrittenMax: maxBytesWritten,
  emptyResult: () => ({ family: 'app-storage', rows: [] }),
});
