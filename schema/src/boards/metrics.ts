import type { ContenderId } from '../families/app-storage/contender-ids.ts';
import type { AppEngine } from '../families/app-storage/figures.ts';
import type { WorkloadId } from '../families/app-storage/plan.ts';
import { parseRowName, rowName, rowSlug } from '../documents/row-name.ts';
import type { ScoreKind } from '../families/matrix/score.ts';
import type { PickedStep } from '../families/picked-folder/plan.ts';
import type { BoardLayout } from '../documents/lists.ts';

/** The workloads of storage for apps that are ranked: saving a note, and reading one. */
export const APP_WORKLOADS = ['put', 'read'] as const satisfies readonly WorkloadId[];
export type AppWorkload = (typeof APP_WORKLOADS)[number];

export type { AppEngine };

interface AppStore {
  readonly contender: ContenderId;
  /** `null` for a contender that does not use IndexedDB. */
  readonly engine: AppEngine | null;
}

/** The stores that are ranked: the contenders of the standard plan. Those that keep their rows in IndexedDB are another one per engine. */
export const APP_STORES = {
  opfs_sync: { contender: 'opfs-sync', engine: null },
  idb_strict: { contender: 'idb-strict', engine: 'own' },
  idb_strict_leveldb: { contender: 'idb-strict', engine: 'leveldb' },
  idb_strict_sqlite: { contender: 'idb-strict', engine: 'sqlite' },
  dexie_strict: { contender: 'dexie-strict', engine: 'own' },
  dexie_strict_leveldb: { contender: 'dexie-strict', engine: 'leveldb' },
  dexie_strict_sqlite: { contender: 'dexie-strict', engine: 'sqlite' },
  sahpool: { contender: 'sahpool', engine: null },
  sahpool_wal: { contender: 'sahpool-wal', engine: null },
  coop: { contender: 'coop', engine: null },
  write_ahead: { contender: 'write-ahead', engine: null },
} as const satisfies Record<string, AppStore>;
export type AppStoreId = keyof typeof APP_STORES;
export const APP_STORE_IDS = Object.keys(APP_STORES) as AppStoreId[];

type AppMetricId = `app_${AppWorkload}_${AppStoreId}`;
export const appMetricId = (workload: AppWorkload, store: AppStoreId): AppMetricId => `app_${workload}_${store}`;

export const BOARD_UNITS = ['bytes_per_s', 'iops', 'files_per_s', 'ns', 'points'] as const;
export type BoardUnit = (typeof BOARD_UNITS)[number];

/** Where calls go through the page cache, so that memory answers reads and takes writes. */
const CACHED_LAYOUTS = ['shared', 'per-worker', 'node'] as const satisfies readonly BoardLayout[];
const SYNC_LAYOUTS = [...CACHED_LAYOUTS, 'node-direct'] as const satisfies readonly BoardLayout[];

/** A figure that boards rank: as data, so that a page that lists metrics loads none of what derives them. */
export interface Metric {
  /** The id of the figure in its result. */
  readonly figure: string;
  /** Bytes of a call, where the figure counts bytes and the metric calls. */
  readonly call_bytes?: number;
  /** The figure of what the same browser reached in memory. */
  readonly ceiling?: string;
  readonly unit: BoardUnit;
  readonly better: 'higher' | 'lower';
  /** The boards that it stands on. */
  readonly layouts: readonly BoardLayout[];
  /** Comparable within one operating system and browser only: a flush means something else in another. */
  readonly withinClient: boolean;
  /** The reads that it is of: `drive` only where the drive was read, `any` whatever answered. */
  readonly reads: 'drive' | 'any' | null;
  /** "RND4K Q1T1": the row that it is of. */
  readonly row: string | null;
  /** Memory takes these writes: no flush is in their time. */
  readonly isBuffered?: true;
}

/** The fields that most metrics have in common. */
const USUAL = { better: 'higher', withinClient: false, reads: null, row: null } as const;

/** A figure of a row: sequential rows are compared in bytes, random rows in operations per second. */
function ofRow(name: string, figure: string, changes: Partial<Metric> = {}): Metric {
  const row = parseRowName(name);
  if (!row) throw new Error(`not a row: ${name}`);
  const head = { ...USUAL, figure: `${rowSlug(row)} ${figure}`, layouts: SYNC_LAYOUTS, row: rowName(row) };
  return row.pattern === 'sequential'
    ? { ...head, unit: 'bytes_per_s', ...changes }
    : { ...head, unit: 'iops', call_bytes: row.block_bytes, ...changes };
}

/** Reads of a row that came from the drive. */
const driveRead = (name: string) => ofRow(name, 'drive_read', { reads: 'drive' });

/** Reads of a row from memory, as apps feel them. */
const memoryRead = (name: string) => ofRow(name, 'read', { reads: 'any', layouts: CACHED_LAYOUTS });

/** Writes of a row, flushed once at the end. */
const write = (name: string) => ofRow(name, 'write');

const bufferedWrite = (name: string) => ofRow(name, 'buffered', { layouts: CACHED_LAYOUTS, isBuffered: true });

/** The median time of a write with its own flush. */
const flushedWrite = (name: string) => {
  const { call_bytes: _, ...metric } = ofRow(name, 'flush_wait', { unit: 'ns', better: 'lower', withinClient: true });
  return metric;
};

const score = (kind: ScoreKind): Metric => {
  const reads = kind === 'drive' ? 'drive' : 'any';
  return { ...USUAL, figure: `${kind}_score`, unit: 'points', layouts: CACHED_LAYOUTS, reads };
};

/** One step in a folder that a person picked. */
const pickedStep = (step: PickedStep, unit: BoardUnit, reads: 'any' | null = null): Metric => {
  return { ...USUAL, figure: step, ceiling: `ceiling ${step}`, unit, layouts: ['picked-folder'], reads };
};

/** Only what is the drive's and not the browser's. */
const PICKED_FILE = { ...USUAL, layouts: ['picked-file'], reads: 'drive' } as const;

/** Nobody says where rows are read from that were just put. */
const appStorage = (workload: AppWorkload, { contender, engine }: AppStore): Metric => {
  const figure = engine === null ? `${contender} ${workload}` : `${contender} ${workload} ${engine}`;
  return { ...USUAL, figure, unit: 'ns', better: 'lower', layouts: ['app-storage'], withinClient: true };
};

const APP_METRICS = Object.fromEntries(
  APP_WORKLOADS.flatMap((workload) =>
    APP_STORE_IDS.map((store) => [appMetricId(workload, store), appStorage(workload, APP_STORES[store])]),
  ),
) as Record<AppMetricId, Metric>;

/**
 * Every number that is ranked. A row at the end and two labels per language make a new one: what is stored is in this order.
 */
const METRICS = {
  rnd4k_q1t1_write: write('RND4K Q1T1'),
  rnd4k_q32t1_write: write('RND4K Q32T1'),
  seq1m_q1t1_write: write('SEQ1M Q1T1'),
  seq1m_q8t1_write: write('SEQ1M Q8T1'),
  rnd4k_q1t1_read: driveRead('RND4K Q1T1'),
  rnd4k_q32t1_read: driveRead('RND4K Q32T1'),
  seq1m_q1t1_read: driveRead('SEQ1M Q1T1'),
  seq1m_q8t1_read: driveRead('SEQ1M Q8T1'),
  rnd4k_q1t1_memory: memoryRead('RND4K Q1T1'),
  rnd4k_q32t1_memory: memoryRead('RND4K Q32T1'),
  seq1m_q1t1_memory: memoryRead('SEQ1M Q1T1'),
  seq1m_q8t1_memory: memoryRead('SEQ1M Q8T1'),
  rnd4k_q1t1_buffered: bufferedWrite('RND4K Q1T1'),
  rnd4k_q32t1_buffered: bufferedWrite('RND4K Q32T1'),
  seq1m_q1t1_buffered: bufferedWrite('SEQ1M Q1T1'),
  seq1m_q8t1_buffered: bufferedWrite('SEQ1M Q8T1'),
  rnd4k_q1t1_flush: flushedWrite('RND4K Q1T1'),
  rnd4k_q32t1_flush: flushedWrite('RND4K Q32T1'),
  seq1m_q1t1_flush: flushedWrite('SEQ1M Q1T1'),
  seq1m_q8t1_flush: flushedWrite('SEQ1M Q8T1'),
  drive_score: score('drive'),
  app_feel_score: score('app_feel'),
  picked_seq_read: pickedStep('seq_read', 'bytes_per_s', 'any'),
  picked_seq_write: pickedStep('write', 'bytes_per_s'),
  picked_rnd_read: pickedStep('rnd_read', 'iops', 'any'),
  picked_create: pickedStep('create', 'files_per_s'),
  picked_delete: pickedStep('delete', 'files_per_s'),
  picked_file_read: { ...PICKED_FILE, figure: 'in-order-best', ceiling: 'ceiling in-order', unit: 'bytes_per_s' },
  picked_file_wait: { ...PICKED_FILE, figure: 'drive-time', unit: 'ns', better: 'lower' },
  ...APP_METRICS,
  sustained_write: { ...USUAL, figure: 'at-last', unit: 'bytes_per_s', layouts: ['sustained'] },
} as const satisfies Record<string, Metric>;

export type MetricId = keyof typeof METRICS;
export const METRIC_IDS = Object.keys(METRICS) as MetricId[];
export const isMetricId = (text: string): text is MetricId => Object.hasOwn(METRICS, text);
export const metricOf = (id: MetricId): Metric => METRICS[id];

/** The metrics that people ask for first: the drive as one number, then how it opens small things, moves large ones, and saves. */
const OFFERED_FIRST = [
  'drive_score',
  'rnd4k_q1t1_read',
  'rnd4k_q32t1_read',
  'seq1m_q1t1_read',
  'seq1m_q8t1_read',
  'rnd4k_q1t1_flush',
  'rnd4k_q32t1_flush',
  'seq1m_q1t1_flush',
  'seq1m_q8t1_flush',
  // Small blocks that are flushed once at the end say little about saving: they come after the large ones.
  'seq1m_q1t1_write',
  'seq1m_q8t1_write',
] as const satisfies readonly MetricId[];

/** The metrics in the order in which they are offered; the first that there is stands for a result. */
export const OFFERED_METRIC_IDS: readonly MetricId[] = [...new Set<MetricId>([...OFFERED_FIRST, ...METRIC_IDS])];

/** As fine as each browser tells an isolated page the time; the others are built on Chromium. */
const CLOCK_STEP_NS: Readonly<Record<string, number>> = { firefox: 20_000, safari: 20_000, node: 0 };
const FINEST_NS = 5_000;

/**
 * The step of the clock by which a board's times of single calls were told; without a browser, as where many are together,
 * the finest that a page has. 0 for what is no time of one call: the time per operation is that of many.
 */
export function boardClockNs(metric: MetricId, browser: string | null = null): number {
  if (metricOf(metric).layouts.includes('app-storage')) return 0;
  return browser === null ? FINEST_NS : (CLOCK_STEP_NS[browser] ?? FINEST_NS);
}
