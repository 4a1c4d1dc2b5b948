import {
  bytesPerSecond,
  cacheVerdict,
  changedParameters,
  iops,
  isFamilyRecord,
  isScore,
  latency,
  latencyPasses,
  passesOf,
  pickedGroundOf,
  pickedRanks,
  planOf,
  ProfileId,
  rowSlug,
  scoreOf,
  SUITE_VERSION,
  type BoardLayout,
  type Environment,
  type Figure,
  type JobResult,
  type MatrixPlan,
  type AnyRecord,
  type RunRecord,
} from '@opfsmark/schema';

/**
 * A figure that can stand on a board, with the 99th percentile of its calls where they were timed, and of a picked folder
 * what the browser reached in memory.
 */
export type Metric = readonly [value: number, p99Ns: number | null, ceiling?: number];
export type Metrics = Readonly<Record<string, Metric>>;

/** Parameters that may be one's own without making the numbers another thing. */
const HARMLESS = new Set<keyof MatrixPlan>(['rows', 'directions', 'loops', 'interval_s', 'verify', 'until_stable']);
const STANDARD_ROWS = new Set(ProfileId.options.flatMap((profile) => planOf(profile).rows.map(rowSlug)));

/** On which boards a run of the grid may stand; the others have no engine that can be compared. */
function groundOf({ engine, layout }: Environment): BoardLayout | null {
  if (engine === 'node') return 'node';
  return engine === 'opfs-sync' ? layout : null;
}

/** '<suite>.<board layout>' where a run may stand on boards, else ''. */
export function scopeOf(record: AnyRecord): string {
  if (isFamilyRecord(record)) {
    // Of the other families only what a person picked has boards.
    const picked = pickedGroundOf(record);
    return picked === null ? '' : `${SUITE_VERSION}.${picked}`;
  }
  const { plan, environment } = record;
  const ground = groundOf(environment);
  const comparable =
    ground !== null && plan.suite === SUITE_VERSION && changedParameters(plan).every((key) => HARMLESS.has(key));
  return comparable ? `${plan.suite}.${ground}` : '';
}

/** The run's figures by metric id: standard rows that were finished. */
export function metricsOf(record: AnyRecord): Metrics {
  if (isFamilyRecord(record)) {
    return Object.fromEntries(
      Object.entries(pickedRanks(record)).map(([metric, { value, p99Ns, ceiling }]) => [
        metric,
        ceiling === null ? [value, p99Ns] : [value, p99Ns, ceiling],
      ]),
    );
  }
  const metrics: Record<string, Metric> = {};
  for (const job of record.result.jobs) {
    const slug = rowSlug(job.row);
    if (job.status !== 'done' || !STANDARD_ROWS.has(slug)) continue;
    for (const [name, metric] of figuresOf(job, record)) metrics[`${slug}_${name}`] = metric;
  }
  const score = scoreOf(record);
  if (isScore(score)) metrics['score'] = [score.points, null];
  return metrics;
}

function figuresOf(job: JobResult, { result, environment }: RunRecord): [string, Metric][] {
  const figures: [string, Metric | null][] = [];
  switch (job.direction) {
    case 'read': {
      const read = rate(job, 'throughput', 'read');
      figures.push(['feel', read]);
      // Only what really came from the drive is called its speed.
      const verdict = cacheVerdict(job, result.floors, environment.clock_step_ns);
      if (verdict?.verdict === 'device') figures.push(['read', read]);
      break;
    }
    case 'mix':
      figures.push(['mix', rate(job, 'throughput', 'read')]);
      break;
    case 'write': {
      figures.push(['write', rate(job, 'write_flush', 'write')], ['buffered', rate(job, 'buffered', 'write')]);
      const durable = latency(passesOf(job, 'flush_each'), 'write');
      figures.push(['flush', durable && [durable.p50_ns, durable.p99_ns]]);
      break;
    }
  }
  return figures.filter((figure): figure is [string, Metric] => figure[1] !== null);
}

/** Sequential rows are compared in bytes, random rows in operations a second. */
function rate(job: JobResult, figure: Figure, side: 'read' | 'write'): Metric | null {
  const summary = job.row.pattern === 'sequential' ? bytesPerSecond(job, figure) : iops(job, figure);
  if (!summary || !Number.isFinite(summary.median)) return null;
  return [summary.median, latency(latencyPasses(job, figure), side)?.p99_ns ?? null];
}
