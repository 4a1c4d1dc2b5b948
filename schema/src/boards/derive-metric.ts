import { SUITE_VERSION } from '../documents/bounds.ts';
import type { BoardLayout } from '../documents/lists.ts';
import { cellFigure, hasTwoIdbEngines, idbEngineOf } from '../families/app-storage/figures.ts';
import { contradictions } from '../families/record-checks.ts';
import { FAMILY_IDS, type FamilyId } from '../families/ids.ts';
import { familyOf, type FamilyRecord, hasFindings, isRecordOf } from '../families/families.ts';
import { isScore, type ScoreKind, scoreOf } from '../families/matrix/score.ts';
import type { PickedCell, PickedFolderResult } from '../families/picked-folder/schema.ts';
import { pickedFigure } from '../families/picked-folder/figures.ts';
import { pickedFileFigures } from '../families/picked-file/figures.ts';
import type { PickedStep } from '../families/picked-folder/plan.ts';
import type { RunRecord } from '../families/checks.ts';
import { sustainedRate } from '../families/sustained/figures.ts';
import { verdictInRecord } from '../families/matrix/verdict.ts';
import type { JobResult } from '../documents/pass.ts';
import { rowName } from '../documents/row-name.ts';
import { bytesPerSecond, iops, type JobFigure, latency, latencyPasses, passesOf } from '../figures/derive.ts';
import {
  type AppEngine,
  type AppStore,
  type AppWorkload,
  type Metric,
  METRIC_IDS,
  type MetricId,
  metricOf,
} from './metrics.ts';
import type { FieldError } from '../documents/index.ts';

/** Families whose runs can be ranked. */
export const RANKED_FAMILIES: ReadonlySet<FamilyId> = new Set(FAMILY_IDS.filter((id) => familyOf(id).boardLayout));

/** On which boards a run may stand; `null` for what cannot be compared: other families, engines or plans of one's own. */
export function boardLayoutOf(record: RunRecord): BoardLayout | null {
  if (record.plan.suite !== SUITE_VERSION) return null;
  return familyOf(record.family).boardLayout?.(record) ?? null;
}

/** A number of one run that can stand on a board. */
export interface MetricValue {
  readonly value: number;
  /** 99th percentile of the latencies of its calls; `null` where they are too few, or were not timed one by one. */
  readonly p99_ns: number | null;
  /** Only for a picked folder: what the same browser reached in memory, in the metric's unit. */
  readonly ceiling?: number;
}

function finishedJob(
  record: RunRecord,
  row: string | null,
  direction: JobResult['direction'],
  reads?: JobResult['reads'],
): JobResult | null {
  if (!isRecordOf(record, 'matrix')) return null;
  const isIt = (job: JobResult) => job.direction === direction && job.reads === reads && rowName(job.row) === row;
  return record.result.jobs.find((job) => job.status === 'done' && isIt(job)) ?? null;
}

function rateOf(job: JobResult, figure: JobFigure): MetricValue | null {
  const summary = job.row.pattern === 'sequential' ? bytesPerSecond(job, figure) : iops(job, figure);
  if (!summary || !Number.isFinite(summary.median)) return null;
  const side = job.direction === 'write' ? 'write' : 'read';
  return { value: summary.median, p99_ns: latency(latencyPasses(job, figure), side)?.p99_ns ?? null };
}

/** Whether a read was answered by what it set out to read: the drive, or anything but the drive. */
function isAnswered(record: RunRecord, job: JobResult): boolean {
  if (!isRecordOf(record, 'matrix') || job.reads === undefined) return true;
  return (verdictInRecord(record, job)?.verdict === 'drive') === (job.reads === 'drive');
}

function scoreValue(record: RunRecord, kind: ScoreKind): MetricValue | null {
  const score = isRecordOf(record, 'matrix') ? scoreOf(record, kind) : null;
  return score && isScore(score) ? { value: score.points, p99_ns: null } : null;
}

function pickedValue(cell: PickedCell | undefined, result: PickedFolderResult): MetricValue | null {
  const figure = cell && pickedFigure(cell, result);
  if (!figure) return null;
  const speed =
    cell.step === 'seq_read' ? figure.bytesPerS : cell.step === 'write' ? figure.closedBytesPerS : figure.opsPerS;
  return speed === null ? null : { value: speed, p99_ns: figure.p99Ns };
}

function pickedRate({ result }: FamilyRecord<'picked-folder'>, step: PickedStep): MetricValue | null {
  const at = (place: PickedCell['place']) =>
    pickedValue(
      result.cells.find((cell) => cell.place === place && cell.step === step),
      result,
    );
  const pickedMetric = at('picked');
  const ceiling = at('ceiling');
  return pickedMetric && { ...pickedMetric, ...(ceiling && { ceiling: ceiling.value }) };
}

function fileValue({ result }: FamilyRecord<'picked-file'>, kind: 'file_read' | 'file_wait'): MetricValue | null {
  const { best, pair, ceilingBytesPerS: ceiling } = pickedFileFigures(result);
  if (kind === 'file_wait') {
    const driveNs = pair?.driveNs ?? null;
    return driveNs === null ? null : { value: driveNs, p99_ns: null };
  }
  if (best?.origin !== 'drive') return null;
  return { value: best.bytesPerS, p99_ns: null, ...(ceiling !== null && { ceiling }) };
}

/** The IndexedDB engine of a run's browser; `null` where it has two engines and the run does not say which. */
function engineOf(record: FamilyRecord<'app-storage'>): AppEngine | null {
  if (!hasTwoIdbEngines(record.environment)) return 'own';
  const engine = idbEngineOf(record)?.engine ?? 'unknown';
  return engine === 'unknown' ? null : engine;
}

function appStorageTime(
  record: FamilyRecord<'app-storage'>,
  { contender, workload, engine }: AppStore & { readonly workload: AppWorkload },
): MetricValue | null {
  const row = record.result.rows.find((candidate) => candidate.contender === contender && candidate.status === 'done');
  if (!row || (engine !== null && engineOf(record) !== engine)) return null;
  const figure = cellFigure(row, workload);
  return figure && { value: figure.perOpNs.value, p99_ns: null };
}

function sustainedValue({ result, plan }: FamilyRecord<'sustained'>): MetricValue | null {
  const rate = sustainedRate(result, plan);
  return rate === null ? null : { value: rate, p99_ns: null };
}

/** The number of a run that a metric ranks; `null` where it has none. */
function deriveMetric(metric: Metric, record: RunRecord): MetricValue | null {
  const { source, row } = metric;
  switch (source.kind) {
    case 'rate': {
      const job = finishedJob(record, row, source.direction, source.reads);
      return job && isAnswered(record, job) ? rateOf(job, source.figure) : null;
    }
    case 'flushed_write': {
      const job = finishedJob(record, row, 'write');
      const times = job && latency(passesOf(job, 'flush_each'), 'write');
      return times && { value: times.p50_ns, p99_ns: times.p99_ns };
    }
    case 'score':
      return scoreValue(record, source.of);
    case 'picked':
      // Nothing of a run that did not end by itself.
      return isRecordOf(record, 'picked-folder') && record.status === 'done' ? pickedRate(record, source.step) : null;
    case 'file_read':
    case 'file_wait':
      return isRecordOf(record, 'picked-file') && record.status === 'done' ? fileValue(record, source.kind) : null;
    case 'sustained':
      return isRecordOf(record, 'sustained') && record.status === 'done' ? sustainedValue(record) : null;
    case 'app_storage':
      return isRecordOf(record, 'app-storage') && record.status === 'done' ? appStorageTime(record, source) : null;
    default:
      return source satisfies never;
  }
}

export type MetricValues = Readonly<Partial<Record<MetricId, MetricValue>>>;

/** Boards compare logarithms. */
const isRankable = ({ value }: MetricValue) => Number.isFinite(value) && value > 0;

/** Digits that are kept: two runs agree in fewer. Whoever derives a run's numbers gets the same ones that rows hold. */
const VALUE_DIGITS = 6;
const P99_DIGITS = 4;
const roundTo = (digits: number, value: number) => Number(value.toPrecision(digits));

const roundMetric = ({ value, p99_ns, ceiling }: MetricValue): MetricValue => ({
  value: roundTo(VALUE_DIGITS, value),
  p99_ns: p99_ns === null ? null : roundTo(P99_DIGITS, p99_ns),
  ...(ceiling !== undefined && { ceiling: roundTo(VALUE_DIGITS, ceiling) }),
});

/** Every number that could stand on a board, before it is known to be one; none where the run may not. */
function derivedMetrics(record: RunRecord): [MetricId, MetricValue][] {
  const layout = boardLayoutOf(record);
  if (layout === null) return [];
  return METRIC_IDS.filter((id) => metricOf(id).layouts.includes(layout)).flatMap((id): [MetricId, MetricValue][] => {
    const value = deriveMetric(metricOf(id), record);
    return value ? [[id, value]] : [];
  });
}

function rankableMetrics(derived: readonly [MetricId, MetricValue][]): MetricValues {
  const entries = derived.filter(([, value]) => isRankable(value));
  return Object.fromEntries(entries.map(([id, value]) => [id, roundMetric(value)]));
}

/** The numbers by which a run stands on boards. */
export const metricsOf = (record: RunRecord): MetricValues => rankableMetrics(derivedMetrics(record));

/** Engines without a drive, for tests and demonstrations. */
const ENGINES_WITHOUT_DRIVE = new Set(['memory', 'scripted']);

const MAX_METRIC = 1e15;
const isPossible = (value: number) => Number.isFinite(value) && value >= 0 && value <= MAX_METRIC;

/** What in a record cannot be true, and what gives a number that cannot be: no service takes one with any of these. */
export const faultsOf = (record: RunRecord): FieldError[] => judgeRecord(record).faults;

/** The same, and the numbers by which a run without faults stands on boards: both take the same deriving. */
export function judgeRecord(record: RunRecord): { readonly faults: FieldError[]; readonly metrics: MetricValues } {
  const faults: FieldError[] = [...contradictions(record)];
  if (ENGINES_WITHOUT_DRIVE.has(record.environment.engine)) {
    faults.unshift({ pointer: '/environment/engine', detail: 'measures no drive and cannot be published' });
  }
  const derived = faults.length > 0 ? [] : derivedMetrics(record);
  for (const [id, { value }] of derived) {
    if (!isPossible(value)) faults.push({ pointer: '/result', detail: `makes ${id} no possible number` });
  }
  if (!hasFindings(record)) faults.push({ pointer: '/result', detail: 'has no measured value' });
  return { faults, metrics: rankableMetrics(derived) };
}
