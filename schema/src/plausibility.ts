import type { FieldError } from './api-error.ts';
import { filledBytes, workersOfRow } from './estimate.ts';
import { bucketOf, decodeHistogram, totalCount } from './histogram.ts';
import { MAX_STABLE_LOOPS, MAX_WORKERS, SUITE_VERSION, type MatrixPlan, type Row } from './plan.ts';
import type { JobResult, Pass, PassKind, Side } from './result.ts';
import type { RunRecord } from './run-record.ts';

/** No memory of a machine with a browser moves more, over all its workers. */
export const MEMORY_BYTES_PER_S = 400e9;
/** No call through an engine takes less. */
export const FASTEST_CALL_NS = 50;
/** Clocks are read before and after, by different threads: sums may be this much off. */
const TIME_SLACK = 1.1;
const WALL_SLACK_NS = 1e9;

class Findings {
  readonly errors: FieldError[] = [];

  refuse(pointer: string, detail: string): void {
    if (this.errors.length < 50) this.errors.push({ pointer, detail });
  }

  unless(holds: boolean, pointer: string, detail: string): void {
    if (!holds) this.refuse(pointer, detail);
  }
}

/**
 * What in a record contradicts itself: numbers that no run can have brought about. Each is named by an RFC 6901 pointer
 * into the record. An empty list does not make a record true, only possible.
 */
export function contradictions(record: RunRecord): FieldError[] {
  const found = new Findings();
  const { plan, result, environment } = record;

  checkJobs(found, plan, result.jobs, environment.layout);
  let timedNs = 0;
  result.jobs.forEach((job, j) => {
    const at = `/result/jobs/${j}`;
    checkPasses(found, at, plan, job);
    job.passes.forEach((pass, p) => {
      checkPass(found, `${at}/passes/${p}`, plan, job, pass, environment.clock_step_ns);
      timedNs += pass.total_ns;
    });
  });
  result.floors.forEach((floor, f) => {
    found.unless(floor.workers <= MAX_WORKERS, `/result/floors/${f}/workers`, `is above ${MAX_WORKERS}`);
    checkSide(found, `/result/floors/${f}/hot_read`, floor.hot_read, floor.block_bytes);
  });
  if (result.fill) {
    const { bytes, elapsed_ns } = result.fill;
    timedNs += elapsed_ns;
    const expected = filledBytes(plan, environment.layout);
    found.unless(bytes <= expected, '/result/fill/bytes', 'is more than the file holds');
    found.unless(
      record.status !== 'done' || bytes === expected,
      '/result/fill/bytes',
      'is not the size of the file, though the run was finished',
    );
    found.unless(bytes * 1e9 <= MEMORY_BYTES_PER_S * elapsed_ns, '/result/fill/elapsed_ns', 'is faster than memory');
  }
  found.unless(
    timedNs <= record.wall_ms * 1e6 * 1.01 + WALL_SLACK_NS,
    '/wall_ms',
    'is less than the passes and the fill took together',
  );
  return found.errors;
}

function rowKey(row: Row): string {
  return `${row.pattern} ${row.block_bytes} ${row.queues} ${row.threads}`;
}

function checkJobs(found: Findings, plan: MatrixPlan, jobs: readonly JobResult[], layout: string): void {
  found.unless(plan.suite === SUITE_VERSION, '/plan/suite', `is not ${SUITE_VERSION}`);
  const rows = new Set(plan.rows.map(rowKey));
  const seen = new Set<string>();
  jobs.forEach((job, j) => {
    const at = `/result/jobs/${j}`;
    const key = `${rowKey(job.row)} ${job.direction}`;
    found.unless(rows.has(rowKey(job.row)), `${at}/row`, 'is not a row of the plan');
    found.unless(plan.directions.includes(job.direction), `${at}/direction`, 'is not a direction of the plan');
    found.unless(!seen.has(key), at, 'repeats a job');
    seen.add(key);
    found.unless(
      job.workers === workersOfRow(plan, job.row),
      `${at}/workers`,
      `is not ${workersOfRow(plan, job.row)}, as the row asks for`,
    );
    found.unless(job.layout === layout, `${at}/layout`, 'is not the layout of the environment');
    found.unless(
      (job.status === 'failed') === (job.failure !== undefined),
      `${at}/status`,
      'does not agree with failure',
    );
  });
}

/** Which passes a job has: every kind where it belongs, every loop once, none left out of a finished job. */
function checkPasses(found: Findings, at: string, plan: MatrixPlan, job: JobResult): void {
  const most = plan.until_stable ? MAX_STABLE_LOOPS : plan.loops;
  const loops = new Map<PassKind, Set<number>>();
  job.passes.forEach((pass, p) => {
    const where = `${at}/passes/${p}`;
    const wanted: Record<PassKind, boolean> = {
      throughput: true,
      latency: job.direction !== 'write',
      flush_each: job.direction === 'write',
    };
    found.unless(wanted[pass.kind], `${where}/kind`, `has no place in a ${job.direction} job`);
    found.unless(pass.loop <= most, `${where}/loop`, 'is beyond the loops of the plan');
    const seen = loops.get(pass.kind) ?? new Set<number>();
    found.unless(!seen.has(pass.loop), `${where}/loop`, 'repeats a loop');
    loops.set(pass.kind, seen.add(pass.loop));
    found.unless(pass.workers === job.workers, `${where}/workers`, 'is not the number of workers of the job');
    found.unless(
      (pass.read !== undefined) === (job.direction !== 'write'),
      `${where}/read`,
      'does not agree with direction',
    );
    found.unless(
      (pass.write !== undefined) === (job.direction !== 'read'),
      `${where}/write`,
      'does not agree with direction',
    );
  });
  if (job.status !== 'done') return;
  const counted = [...(loops.get('throughput') ?? [])].filter((loop) => loop > 0).length;
  found.unless(counted >= plan.loops, `${at}/passes`, 'has fewer loops than the plan, though the job was finished');
}

function checkPass(
  found: Findings,
  at: string,
  plan: MatrixPlan,
  job: JobResult,
  pass: Pass,
  clockStepNs: number,
): void {
  const { elapsed_ns, total_ns, flush_ns } = pass;
  found.unless(elapsed_ns <= total_ns, `${at}/total_ns`, 'is less than elapsed_ns');
  found.unless(flush_ns <= total_ns, `${at}/flush_ns`, 'is more than total_ns');

  let ops = 0;
  let bytes = 0;
  let busyNs = 0;
  for (const direction of ['read', 'write'] as const) {
    const side = pass[direction];
    if (!side) continue;
    const where = `${at}/${direction}`;
    ops += side.ops;
    bytes += side.bytes;
    busyNs += side.busy_ns;
    checkSide(found, where, side, job.row.block_bytes);
    checkSeries(found, where, side, pass);
    found.unless(
      pass.timing === 'batched' || side.ops === 0 || side.histogram !== '',
      `${where}/histogram`,
      'is empty, though calls were timed one by one',
    );
    found.unless(
      side.min_ns === 0 || side.min_ns >= clockStepNs / 2,
      `${where}/min_ns`,
      'is less than the clock can show',
    );
    found.unless(side.max_ns <= total_ns * TIME_SLACK + clockStepNs, `${where}/max_ns`, 'is longer than the pass');
  }
  // Little's law: no more calls in flight than workers.
  found.unless(
    busyNs <= pass.workers * total_ns * TIME_SLACK,
    `${at}/elapsed_ns`,
    'is too short for the time spent inside calls',
  );
  found.unless(bytes * 1e9 <= MEMORY_BYTES_PER_S * elapsed_ns, `${at}/elapsed_ns`, 'is faster than memory');
  found.unless(ops * FASTEST_CALL_NS <= pass.workers * elapsed_ns, `${at}/elapsed_ns`, 'is faster than a call can be');
  const blocks = Math.floor(plan.file_bytes / job.row.block_bytes);
  found.unless(plan.revisit || ops <= blocks, at, 'visits blocks twice, which the plan does not allow');
}

function checkSide(found: Findings, at: string, side: Side, blockBytes: number): void {
  found.unless(side.bytes === side.ops * blockBytes, `${at}/bytes`, `is not ops x ${blockBytes}`);
  found.unless(side.min_ns <= side.max_ns, `${at}/min_ns`, 'is more than max_ns');
  const counts = decodeHistogram(side.histogram);
  if (counts === null) {
    found.refuse(`${at}/histogram`, 'is not a histogram');
    return;
  }
  if (side.histogram === '') return;
  found.unless(totalCount(counts) === side.ops, `${at}/histogram`, 'does not sum to ops');
  const lowest = counts.findIndex((count) => count > 0);
  const highest = counts.findLastIndex((count) => count > 0);
  // A latency may be rounded on its way into the histogram: one bucket of tolerance.
  found.unless(Math.abs(bucketOf(side.min_ns) - lowest) <= 1, `${at}/min_ns`, 'is not in the lowest bucket');
  found.unless(Math.abs(bucketOf(side.max_ns) - highest) <= 1, `${at}/max_ns`, 'is not in the highest bucket');
  found.unless(side.dropped <= (counts.at(-1) ?? 0), `${at}/dropped`, 'is more than the last bucket holds');
  found.unless(
    side.busy_ns * TIME_SLACK >= side.min_ns * side.ops && side.busy_ns <= side.max_ns * side.ops * TIME_SLACK,
    `${at}/busy_ns`,
    'does not lie between min_ns x ops and max_ns x ops',
  );
}

function numbers(series: string): number[] {
  return series === '' ? [] : series.split(' ').map(Number);
}

function checkSeries(found: Findings, at: string, side: Side, pass: Pass): void {
  const ops = numbers(side.series.ops);
  if (ops.length === 0) return;
  const sum = ops.reduce((total, n) => total + n, 0);
  found.unless(sum <= side.ops, `${at}/series/ops`, 'counts more than ops');
  for (const name of ['busy_us', 'max_us'] as const) {
    found.unless(
      numbers(side.series[name]).length === ops.length,
      `${at}/series/${name}`,
      'is not as long as series/ops',
    );
  }
  found.unless(pass.bin_ns > 0, `${at.slice(0, at.lastIndexOf('/'))}/bin_ns`, 'is 0, though there is a series');
}
