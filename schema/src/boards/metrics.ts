import * as z from 'zod/mini';
import type { JobResult } from '../documents/pass.ts';
import { parseRowName, rowName, rowSlug } from '../documents/row.ts';
import { bytesPerSecond, iops, latency, latencyPasses, passesOf, type JobFigure } from '../figures/derive.ts';
import {
  isRecordOf,
  isScore,
  pickedFigure,
  pickedFileFigures,
  scoreOf,
  verdictInRecord,
  type FamilyRecord,
  type PickedCell,
  type PickedFolderResult,
  type PickedStep,
  type RunRecord,
} from '../families/index.ts';
import { boardLayoutOf, type BoardLayout } from './layout.ts';

export const BoardUnit = z.enum(['bytes_per_s', 'iops', 'files_per_s', 'ns', 'points']);
export type BoardUnit = z.infer<typeof BoardUnit>;

/** A number of one run that can stand on a board. */
export interface MetricValue {
  readonly value: number;
  /** 99th percentile of the latencies of its calls; `null` where they were not timed one by one. */
  readonly p99_ns: number | null;
  /** Of a picked folder: what the same browser reached in memory, in the metric's unit. */
  readonly ceiling?: number;
}

const SYNC_LAYOUTS = ['shared', 'per-worker', 'node'] as const satisfies readonly BoardLayout[];

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
  /** `null` where a run has no such number. */
  derive(record: RunRecord): MetricValue | null;
}

function finishedJob(record: RunRecord, slug: string, direction: JobResult['direction']): JobResult | null {
  if (!isRecordOf(record, 'matrix')) return null;
  const isIt = (job: JobResult) => job.direction === direction && rowSlug(job.row) === slug;
  return record.result.jobs.find((job) => job.status === 'done' && isIt(job)) ?? null;
}

/** Sequential rows are compared in bytes, random rows in operations per second. */
function rateOf(job: JobResult | null, figure: JobFigure): MetricValue | null {
  if (!job) return null;
  const summary = job.row.pattern === 'sequential' ? bytesPerSecond(job, figure) : iops(job, figure);
  if (!summary || !Number.isFinite(summary.median)) return null;
  const side = job.direction === 'write' ? 'write' : 'read';
  return { value: summary.median, p99_ns: latency(latencyPasses(job, figure), side)?.p99_ns ?? null };
}

type Head = Omit<Metric, 'derive'>;

function headOf(name: string, changes: Partial<Head> = {}): Head & { readonly slug: string } {
  const row = parseRowName(name);
  if (!row) throw new Error(`not a row: ${name}`);
  return {
    slug: rowSlug(row),
    unit: row.pattern === 'sequential' ? 'bytes_per_s' : 'iops',
    better: 'higher',
    layouts: SYNC_LAYOUTS,
    withinClient: false,
    reads: null,
    row: rowName(row),
    ...changes,
  };
}

/** Reads of a row that came from the drive. */
function driveRead(name: string): Metric {
  const { slug, ...head } = headOf(name, { reads: 'drive' });
  return {
    ...head,
    derive(record) {
      const job = finishedJob(record, slug, 'read');
      if (!job || !isRecordOf(record, 'matrix')) return null;
      return verdictInRecord(record, job)?.verdict === 'drive' ? rateOf(job, 'throughput') : null;
    },
  };
}

/** Reads of a row as apps feel them, whatever answered. */
function feltRead(name: string): Metric {
  const { slug, ...head } = headOf(name, { reads: 'any' });
  return { ...head, derive: (record) => rateOf(finishedJob(record, slug, 'read'), 'throughput') };
}

/** Writes of a row, flushed once at the end or never. */
function write(name: string, figure: 'write_flush' | 'buffered'): Metric {
  const { slug, ...head } = headOf(name);
  return { ...head, derive: (record) => rateOf(finishedJob(record, slug, 'write'), figure) };
}

/** The median latency of a write of a row with its own flush. */
function flushedWrite(name: string): Metric {
  const { slug, ...head } = headOf(name, { unit: 'ns', better: 'lower', withinClient: true });
  return {
    ...head,
    derive(record) {
      const job = finishedJob(record, slug, 'write');
      const found = job && latency(passesOf(job, 'flush_each'), 'write');
      return found && { value: found.p50_ns, p99_ns: found.p99_ns };
    },
  };
}

const score: Metric = {
  unit: 'points',
  better: 'higher',
  layouts: SYNC_LAYOUTS,
  withinClient: false,
  reads: null,
  row: null,
  derive(record) {
    const found = isRecordOf(record, 'matrix') ? scoreOf(record) : null;
    return found && isScore(found) ? { value: found.points, p99_ns: null } : null;
  },
};

function pickedValue(cell: PickedCell | undefined, result: PickedFolderResult): MetricValue | null {
  const figure = cell && pickedFigure(cell, result);
  if (!figure) return null;
  const speed =
    cell.step === 'seq_read' ? figure.bytesPerS : cell.step === 'write' ? figure.closedBytesPerS : figure.opsPerS;
  return speed === null ? null : { value: speed, p99_ns: figure.p99Ns };
}

const PICKED_UNITS: Record<PickedStep, BoardUnit> = {
  write: 'bytes_per_s',
  seq_read: 'bytes_per_s',
  rnd_read: 'iops',
  create: 'files_per_s',
  delete: 'files_per_s',
};

function pickedRate(record: FamilyRecord<'picked-folder'>, step: PickedStep): MetricValue | null {
  const { result } = record;
  const at = (place: PickedCell['place']) =>
    pickedValue(
      result.cells.find((cell) => cell.place === place && cell.step === step),
      result,
    );
  const own = at('picked');
  const ceiling = at('ceiling');
  return own && { ...own, ...(ceiling && { ceiling: ceiling.value }) };
}

/** One step on what a person picked; nothing of a run that did not end by itself. */
function picked(step: PickedStep): Metric {
  return {
    unit: PICKED_UNITS[step],
    better: 'higher',
    layouts: ['picked-folder'],
    withinClient: false,
    reads: step === 'seq_read' || step === 'rnd_read' ? 'any' : null,
    row: null,
    derive: (record) =>
      isRecordOf(record, 'picked-folder') && record.status === 'done' ? pickedRate(record, step) : null,
  };
}

const FILE_METRIC = { layouts: ['picked-file'], withinClient: false, reads: 'drive', row: null } as const;

/** The figures of a picked file, of a run that ended by itself. */
const figuresOfFile = (record: RunRecord) =>
  isRecordOf(record, 'picked-file') && record.status === 'done' ? pickedFileFigures(record.result) : null;

/** The faster way of reading in order, where it is the drive's and not the browser's. */
const fileRead: Metric = {
  ...FILE_METRIC,
  unit: 'bytes_per_s',
  better: 'higher',
  derive(record) {
    const { best = null, ceilingBytesPerS: ceiling = null } = figuresOfFile(record) ?? {};
    if (best === null || best.isAtLeast) return null;
    return { value: best.bytesPerS, p99_ns: null, ...(ceiling !== null && { ceiling }) };
  },
};

/** What the drive adds to a small read at random. */
const fileWait: Metric = {
  ...FILE_METRIC,
  unit: 'ns',
  better: 'lower',
  derive(record) {
    const driveNs = figuresOfFile(record)?.pair?.driveNs ?? null;
    return driveNs === null ? null : { value: driveNs, p99_ns: null };
  },
};

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
  picked_file_read: fileRead,
  picked_file_wait: fileWait,
} as const satisfies Record<string, Metric>;

export type MetricId = keyof typeof METRICS;
export const METRIC_IDS = Object.keys(METRICS) as MetricId[];
export const isMetricId = (text: string): text is MetricId => Object.hasOwn(METRICS, text);
export const MetricId = z.enum(METRIC_IDS);

export const metricOf = (id: MetricId): Metric => METRICS[id];

export type MetricValues = Readonly<Partial<Record<MetricId, MetricValue>>>;

/** Boards compare logarithms. */
const isRankable = ({ value }: MetricValue) => Number.isFinite(value) && value > 0;

/** The numbers by which a run stands on boards; none where it may not. */
export function metricsOf(record: RunRecord): MetricValues {
  const layout = boardLayoutOf(record);
  if (layout === null) return {};
  return Object.fromEntries(
    METRIC_IDS.filter((id) => metricOf(id).layouts.includes(layout)).flatMap((id) => {
      const found = metricOf(id).derive(record);
      return found && isRankable(found) ? [[id, found]] : [];
    }),
  );
}
