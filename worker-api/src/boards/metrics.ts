import type { BoardLayout } from '@opfsmark/schema/boards';
import { rowSlug, SUITE_VERSION, type Environment, type JobResult } from '@opfsmark/schema/documents';
import {
  changedParameters,
  isFamilyRecord,
  isScore,
  PICKED_METRICS,
  pickedGroundOf,
  pickedRanks,
  planOf,
  scoreOf,
  type AnyRecord,
  type MatrixPlan,
  type RunRecord,
} from '@opfsmark/schema/families';
import {
  bytesPerSecond,
  cacheVerdict,
  iops,
  latency,
  latencyPasses,
  passesOf,
  type Figure,
} from '@opfsmark/schema/figures';

/** A ranked value, the 99th percentile of its calls where they were timed, and for a picked folder the speed in memory. */
export type Metric = readonly [value: number, p99Ns: number | null, ceiling?: number];
export type Metrics = Readonly<Record<string, Metric>>;

/** The rows that boards compare: those of the default profile, which most other profiles share. */
const RANKED_ROWS = planOf('default').rows.map(rowSlug);
const ROW_FIGURES = ['write', 'read', 'feel', 'buffered', 'flush'] as const;
type RowFigure = (typeof ROW_FIGURES)[number];

/** Every metric that is computed. Each of them has boards, and nothing else has. */
export const METRIC_IDS: readonly string[] = [
  ...RANKED_ROWS.flatMap((row) => ROW_FIGURES.map((figure) => metricId(row, figure))),
  'score',
  ...PICKED_METRICS,
];

function metricId(row: string, figure: RowFigure): string {
  return `${row}_${figure}`;
}

/** Flushes are compared within one operating system and browser only, because a flush means something else elsewhere. */
export function isFlushMetric(metric: string): boolean {
  return metric.endsWith('_flush');
}

/** Parameters that a person may change without making the numbers incomparable. */
const COMPARABLE_CHANGES = new Set<keyof MatrixPlan>([
  'rows',
  'directions',
  'loops',
  'interval_s',
  'verify',
  'until_stable',
]);

/** The boards of a grid run; `null` for engines that cannot be compared. */
function layoutOf({ engine, layout }: Environment): BoardLayout | null {
  if (engine === 'node') return 'node';
  return engine === 'opfs-sync' ? layout : null;
}

/** '<suite>.<layout>' where a run may stand on boards, else ''. */
export function scopeOf(record: AnyRecord): string {
  if (isFamilyRecord(record)) {
    // Of the other families only what a person picked has boards.
    const picked = pickedGroundOf(record);
    return picked === null ? '' : `${SUITE_VERSION}.${picked}`;
  }
  const { plan, environment } = record;
  const layout = layoutOf(environment);
  const isComparable =
    layout !== null &&
    plan.suite === SUITE_VERSION &&
    changedParameters(plan).every((parameter) => COMPARABLE_CHANGES.has(parameter));
  return isComparable ? `${plan.suite}.${layout}` : '';
}

/** The run's metrics by id, from jobs that were finished. */
export function metricsOf(record: AnyRecord): Metrics {
  if (isFamilyRecord(record)) {
    return Object.fromEntries(
      Object.entries(pickedRanks(record)).map(([id, { value, p99Ns, ceiling }]) => [
        id,
        ceiling === null ? [value, p99Ns] : [value, p99Ns, ceiling],
      ]),
    );
  }
  const metrics: Record<string, Metric> = {};
  for (const job of record.result.jobs) {
    const row = rowSlug(job.row);
    if (job.status !== 'done' || !RANKED_ROWS.includes(row)) continue;
    for (const [figure, metric] of figuresOf(job, record)) metrics[metricId(row, figure)] = metric;
  }
  const score = scoreOf(record);
  if (isScore(score)) metrics['score'] = [score.points, null];
  return metrics;
}

function figuresOf(job: JobResult, { result, environment }: RunRecord): [RowFigure, Metric][] {
  const figures: [RowFigure, Metric | null][] = [];
  switch (job.direction) {
    case 'read': {
      const read = rateOf(job, 'throughput', 'read');
      figures.push(['feel', read]);
      // Only reads from the drive count as the drive's speed.
      const verdict = cacheVerdict(job, result.floors, environment.clock_step_ns);
      if (verdict?.verdict === 'device') figures.push(['read', read]);
      break;
    }
    case 'write': {
      figures.push(['write', rateOf(job, 'write_flush', 'write')], ['buffered', rateOf(job, 'buffered', 'write')]);
      const flush = latency(passesOf(job, 'flush_each'), 'write');
      figures.push(['flush', flush && [flush.p50_ns, flush.p99_ns]]);
      break;
    }
    case 'mix':
      break;
  }
  return figures.filter((figure): figure is [RowFigure, Metric] => figure[1] !== null);
}

/** Bytes per second for sequential rows, operations per second for random ones. */
function rateOf(job: JobResult, figure: Figure, side: 'read' | 'write'): Metric | null {
  const summary = job.row.pattern === 'sequential' ? bytesPerSecond(job, figure) : iops(job, figure);
  if (!summary || !Number.isFinite(summary.median)) return null;
  return [summary.median, latency(latencyPasses(job, figure), side)?.p99_ns ?? null];
}
