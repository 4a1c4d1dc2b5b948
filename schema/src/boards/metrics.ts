import { parseRowName, rowName } from '../documents/row-name.ts';
import type { Direction } from '../documents/row.ts';
import type { PickedStep } from '../families/picked-folder/plan.ts';
import type { JobFigure } from '../figures/derive.ts';
import type { BoardLayout } from './layout.ts';

export const BOARD_UNITS = ['bytes_per_s', 'iops', 'files_per_s', 'ns', 'points'] as const;
export type BoardUnit = (typeof BOARD_UNITS)[number];

const SYNC_LAYOUTS = ['shared', 'per-worker', 'node'] as const satisfies readonly BoardLayout[];

/** Where in a record the number is: as data, so that a page that lists metrics loads none of what derives them. */
export type MetricSource =
  | { readonly kind: 'rate'; readonly direction: Direction; readonly figure: JobFigure }
  /** The median latency of writes with their own flush. */
  | { readonly kind: 'flushed_write' }
  | { readonly kind: 'score' }
  | { readonly kind: 'picked'; readonly step: PickedStep };

export interface Metric {
  readonly unit: BoardUnit;
  readonly better: 'higher' | 'lower';
  /** The boards that it stands on. */
  readonly layouts: readonly BoardLayout[];
  /** Comparable within one operating system and browser only: a flush means something else in another. */
  readonly withinClient: boolean;
  /** What the number says of a read: `drive` only where the drive was read, `any` whatever answered. */
  readonly reads: 'drive' | 'any' | null;
  /** "RND4K Q1T1": the row that it is of. */
  readonly row: string | null;
  readonly source: MetricSource;
}

/** Sequential rows are compared in bytes, random rows in operations per second. */
function ofRow(name: string, source: MetricSource, changes: Partial<Metric> = {}): Metric {
  const row = parseRowName(name);
  if (!row) throw new Error(`not a row: ${name}`);
  return {
    unit: row.pattern === 'sequential' ? 'bytes_per_s' : 'iops',
    better: 'higher',
    layouts: SYNC_LAYOUTS,
    withinClient: false,
    reads: null,
    row: rowName(row),
    source,
    ...changes,
  };
}

/** Reads of a row that came from the drive. */
const driveRead = (name: string) =>
  ofRow(name, { kind: 'rate', direction: 'read', figure: 'throughput' }, { reads: 'drive' });

/** Reads of a row as apps feel them, whatever answered. */
const feltRead = (name: string) =>
  ofRow(name, { kind: 'rate', direction: 'read', figure: 'throughput' }, { reads: 'any' });

/** Writes of a row, flushed once at the end or never. */
const write = (name: string, figure: 'write_flush' | 'buffered') =>
  ofRow(name, { kind: 'rate', direction: 'write', figure });

const flushedWrite = (name: string) =>
  ofRow(name, { kind: 'flushed_write' }, { unit: 'ns', better: 'lower', withinClient: true });

const score: Metric = {
  unit: 'points',
  better: 'higher',
  layouts: SYNC_LAYOUTS,
  withinClient: false,
  reads: null,
  row: null,
  source: { kind: 'score' },
};

const PICKED_UNITS: Record<PickedStep, BoardUnit> = {
  write: 'bytes_per_s',
  seq_read: 'bytes_per_s',
  rnd_read: 'iops',
  create: 'files_per_s',
  delete: 'files_per_s',
};

/** One step on what a person picked. */
function picked(step: PickedStep, layout: 'picked-folder' | 'picked-file' = 'picked-folder'): Metric {
  return {
    unit: PICKED_UNITS[step],
    better: 'higher',
    layouts: [layout],
    withinClient: false,
    reads: step === 'seq_read' || step === 'rnd_read' ? 'any' : null,
    row: null,
    source: { kind: 'picked', step },
  };
}

/** Every number that is ranked, most telling first. A row here and two labels per language make a new one. */
export const METRICS = {
  rnd4k_q1t1_write: write('RND4K Q1T1', 'write_flush'),
  rnd4k_q32t1_write: write('RND4K Q32T1', 'write_flush'),
  seq1m_q1t1_write: write('SEQ1M Q1T1', 'write_flush'),
  seq1m_q8t1_write: write('SEQ1M Q8T1', 'write_flush'),
  rnd4k_q1t1_read: driveRead('RND4K Q1T1'),
  rnd4k_q32t1_read: driveRead('RND4K Q32T1'),
  seq1m_q1t1_read: driveRead('SEQ1M Q1T1'),
  seq1m_q8t1_read: driveRead('SEQ1M Q8T1'),
  rnd4k_q1t1_feel: feltRead('RND4K Q1T1'),
  rnd4k_q32t1_feel: feltRead('RND4K Q32T1'),
  seq1m_q1t1_feel: feltRead('SEQ1M Q1T1'),
  seq1m_q8t1_feel: feltRead('SEQ1M Q8T1'),
  rnd4k_q1t1_buffered: write('RND4K Q1T1', 'buffered'),
  rnd4k_q32t1_buffered: write('RND4K Q32T1', 'buffered'),
  seq1m_q1t1_buffered: write('SEQ1M Q1T1', 'buffered'),
  seq1m_q8t1_buffered: write('SEQ1M Q8T1', 'buffered'),
  rnd4k_q1t1_flush: flushedWrite('RND4K Q1T1'),
  rnd4k_q32t1_flush: flushedWrite('RND4K Q32T1'),
  seq1m_q1t1_flush: flushedWrite('SEQ1M Q1T1'),
  seq1m_q8t1_flush: flushedWrite('SEQ1M Q8T1'),
  score,
  picked_seq_read: picked('seq_read'),
  picked_seq_write: picked('write'),
  picked_rnd_read: picked('rnd_read'),
  picked_create: picked('create'),
  picked_delete: picked('delete'),
  picked_file_seq_read: picked('seq_read', 'picked-file'),
  picked_file_rnd_read: picked('rnd_read', 'picked-file'),
} as const satisfies Record<string, Metric>;

export type MetricId = keyof typeof METRICS;
export const METRIC_IDS = Object.keys(METRICS) as MetricId[];
export const isMetricId = (text: string): text is MetricId => Object.hasOwn(METRICS, text);
export const metricOf = (id: MetricId): Metric => METRICS[id];
