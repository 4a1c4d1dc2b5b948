import { BUCKET_COUNT, eachBucket } from '../../documents/histogram.ts';
import { MAX_WORKERS } from '../../documents/bounds.ts';
import type { JobResult, Pass, PassKind, Side } from '../../documents/pass.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { sum } from '../../documents/stats.ts';
import { passOps } from '../../figures/derive.ts';
import { MAX_STABLE_LOOPS } from '../../figures/loops.ts';
import type { JobSpec } from '../../schedule/steps.ts';
import {
  type ExpectThat,
  checkBlocks,
  type Expectations,
  checkTimed,
  MIN_CALL_NS,
  PART_SLACK,
  TIME_SLACK,
  WALL_SLACK_NS,
} from '../expectations.ts';
import { MAX_BYTES_PER_S } from '../../figures/units.ts';
import type { RankedChecks } from '../family.ts';
import { FORGET, MIN_SLOW_SAMPLES } from './forget.ts';
import { cacheConflicts, planAsRun, revisits, visitedBytes } from './budget.ts';
import { forgets, isByTime, jobsOf } from './jobs.ts';
import { MatrixPlan } from './plan-schema.ts';
import { type MatrixRecord, MatrixResult } from './schema.ts';
import { matrixFilledBytes, recordedReads, rowOf, workersOfJob } from './schedule.ts';
import { matrixUnshown } from './evidence.ts';

/** Numbers that no run can have brought about. */
function matrixImpossible(storedRecord: MatrixRecord, { expectThat, expectOfRecord }: Expectations): void {
  const record = { ...storedRecord, plan: planAsRun(storedRecord) };
  const { plan, result, environment } = record;
  const { file_bytes } = result;
  expectThat(file_bytes === undefined || isByTime(plan), '/file_bytes', 'has no place in a plan without drive_s');
  expectThat(
    file_bytes === undefined || file_bytes <= storedRecord.plan.file_bytes,
    '/file_bytes',
    'is more than the plan allows',
  );
  if (cacheConflicts(plan).includes('file_bytes')) {
    expectThat(false, '/file_bytes', 'is too small to be divided among the rows');
    return;
  }
  checkJobs(expectThat, record);
  result.jobs.forEach((job, j) => {
    const head = headOf(record, job) ?? job;
    checkPasses(expectThat, `/jobs/${j}`, plan, job);
    job.passes.forEach((pass, p) => {
      checkMatrixPass(expectThat, `/jobs/${j}/passes/${p}`, job, pass, environment.clock_step_ns);
      checkVisited(expectThat, `/jobs/${j}/passes/${p}`, plan, head, job, pass);
    });
  });
  result.floors.forEach((floor, f) => {
    expectThat(floor.workers <= MAX_WORKERS, `/floors/${f}/workers`, `is above ${MAX_WORKERS}`);
    checkSide(expectThat, `/floors/${f}/hot_read`, floor.hot_read, floor.block_bytes);
  });
  checkFill(expectThat, record);
  checkForget(expectThat, plan, result, record.status === 'done');
  expectOfRecord(
    timedNs(result) <= record.wall_ms * 1e6 * PART_SLACK + WALL_SLACK_NS,
    '/wall_ms',
    'is less than the passes, the fill and the forgetting took together',
  );
}

function timedNs({ jobs, fill, forget }: MatrixResult): number {
  const passes = jobs.flatMap((job) => job.passes.map((pass) => pass.total_ns));
  return sum([fill?.elapsed_ns ?? 0, forget?.elapsed_ns ?? 0, ...passes]);
}

function checkFill(expectThat: ExpectThat, { plan, result, environment, status }: MatrixRecord): void {
  if (!result.fill) return;
  const { bytes, elapsed_ns } = result.fill;
  const expectedBytes = matrixFilledBytes(plan, environment.layout);
  expectThat(bytes <= expectedBytes, '/fill/bytes', 'is more than the file holds');
  expectThat(
    status !== 'done' || bytes === expectedBytes,
    '/fill/bytes',
    'is not the size of the file, though the run was finished',
  );
  expectThat(bytes * 1e9 <= MAX_BYTES_PER_S * elapsed_ns, '/fill/elapsed_ns', 'is faster than memory');
}

/** The job of the plan that a job of the record carried out. */
function headOf({ plan, environment }: MatrixRecord, job: JobResult): JobSpec | undefined {
  return jobsOf(plan).find(
    (head) =>
      head.direction === job.direction &&
      recordedReads(head, environment.engine) === job.reads &&
      rowSlug(rowOf(plan, head)) === rowSlug(job.row),
  );
}

function checkJobs(expectThat: ExpectThat, record: MatrixRecord): void {
  const { plan, result, environment } = record;
  const seenKeys = new Set<string>();
  const heads = jobsOf(plan);
  result.jobs.forEach((job, j) => {
    const at = `/jobs/${j}`;
    const key = `${rowSlug(job.row)} ${job.direction} ${job.reads ?? ''}`;
    const head = headOf(record, job);
    const ofDirection = heads.filter(({ direction }) => direction === job.direction);
    const isRow = plan.rows.some((row) => rowSlug(row) === rowSlug(job.row));
    expectThat(isRow, `${at}/row`, 'is not a row of the plan');
    expectThat(ofDirection.length > 0, `${at}/direction`, 'is not a direction of the plan');
    expectThat(ofDirection.length === 0 || !isRow || head !== undefined, `${at}/reads`, 'is not what the plan reads');
    expectThat(!seenKeys.has(key), at, 'repeats a job');
    seenKeys.add(key);
    const workers = head ? workersOfJob(plan, head) : job.workers;
    expectThat(job.workers === workers, `${at}/workers`, `is not ${workers}, as the row asks for`);
    expectThat(job.layout === environment.layout, `${at}/layout`, 'is not the layout of the environment');
    expectThat(
      (job.status === 'failed') === (job.failure !== undefined),
      `${at}/status`,
      'does not agree with failure',
    );
  });
}

/** Which passes a job has: every kind where it belongs, every loop once, none left out of a finished job. */
function checkPasses(expectThat: ExpectThat, at: string, plan: MatrixPlan, job: JobResult): void {
  const maxLoop = plan.until_stable && !isByTime(plan) ? MAX_STABLE_LOOPS : plan.loops;
  const loops = new Map<PassKind, Set<number>>();
  job.passes.forEach((pass, p) => {
    const where = `${at}/passes/${p}`;
    const isAllowed: Record<PassKind, boolean> = {
      throughput: true,
      latency: job.direction !== 'write',
      flush_each: job.direction === 'write',
    };
    expectThat(isAllowed[pass.kind], `${where}/kind`, `has no place in a ${job.direction} job`);
    expectThat(pass.loop <= maxLoop, `${where}/loop`, 'is beyond the loops of the plan');
    const seenLoops = loops.get(pass.kind) ?? new Set<number>();
    expectThat(!seenLoops.has(pass.loop), `${where}/loop`, 'repeats a loop');
    loops.set(pass.kind, seenLoops.add(pass.loop));
    expectThat(pass.workers === job.workers, `${where}/workers`, 'is not the number of workers of the job');
    expectThat(
      (pass.read !== undefined) === (job.direction !== 'write'),
      `${where}/read`,
      'does not agree with direction',
    );
    expectThat(
      (pass.write !== undefined) === (job.direction !== 'read'),
      `${where}/write`,
      'does not agree with direction',
    );
  });
  if (job.status !== 'done') return;
  const loopCount = [...(loops.get('throughput') ?? [])].filter((loop) => loop > 0).length;
  expectThat(
    loopCount >= (isByTime(plan) ? 1 : plan.loops),
    `${at}/passes`,
    'has fewer loops than the plan, though the job was finished',
  );
}

function checkMatrixPass(expectThat: ExpectThat, at: string, job: JobResult, pass: Pass, clockStepNs: number): void {
  const { elapsed_ns, total_ns, flush_ns } = pass;
  expectThat(elapsed_ns <= total_ns, `${at}/total_ns`, 'is less than elapsed_ns');
  expectThat(flush_ns <= total_ns, `${at}/flush_ns`, 'is more than total_ns');

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
    checkSide(expectThat, where, side, job.row.block_bytes);
    expectThat(
      pass.timing === 'batched' || side.ops === 0 || side.histogram !== '',
      `${where}/histogram`,
      'is empty, though calls were timed one by one',
    );
    expectThat(
      side.min_ns === 0 || side.min_ns >= clockStepNs / 2,
      `${where}/min_ns`,
      'is less than the clock can show',
    );
    expectThat(side.max_ns <= total_ns * TIME_SLACK + clockStepNs, `${where}/max_ns`, 'is longer than the pass');
  }
  // Little's law: no more calls in flight than workers.
  expectThat(
    busyNs <= pass.workers * total_ns * TIME_SLACK,
    `${at}/elapsed_ns`,
    'is too short for the time spent inside calls',
  );
  expectThat(bytes * 1e9 <= MAX_BYTES_PER_S * elapsed_ns, `${at}/elapsed_ns`, 'is faster than memory');
  expectThat(ops * MIN_CALL_NS <= pass.workers * elapsed_ns, `${at}/elapsed_ns`, 'is faster than a call can be');
}

type Visit = Pick<JobResult, 'direction' | 'reads'>;

function checkVisited(
  expectThat: ExpectThat,
  at: string,
  plan: MatrixPlan,
  head: Visit,
  job: JobResult,
  pass: Pass,
): void {
  const blocks = Math.floor(visitedBytes(plan, job.row, head) / job.row.block_bytes);
  expectThat(revisits(plan, head) || passOps(pass) <= blocks, at, 'visits blocks twice, which the plan does not allow');
}

function checkSide(expectThat: ExpectThat, at: string, side: Side, blockBytes: number): void {
  checkBlocks(side, blockBytes, at, expectThat);
  let [calls, longestCalls] = [0, 0];
  const isHistogram = eachBucket(side.histogram, (bucket, n) => {
    calls += n;
    if (bucket === BUCKET_COUNT - 1) longestCalls = n;
  });
  if (!isHistogram || calls === 0) return;
  checkTimed(side, at, expectThat);
  expectThat(side.dropped <= longestCalls, `${at}/dropped`, 'is more than the last bucket holds');
  expectThat(
    side.busy_ns * TIME_SLACK >= side.min_ns * side.ops && side.busy_ns <= side.max_ns * side.ops * TIME_SLACK,
    `${at}/busy_ns`,
    'does not lie between min_ns x ops and max_ns x ops',
  );
}

/** Clocks are read before and after, and the block under way at the limit is finished. */
const MIN_LIMIT_SHARE = 0.9;

/** The identities of forgetting. `isDone`: the run came to its end. */
function checkForget(expectThat: ExpectThat, plan: MatrixPlan, { forget }: MatrixResult, isDone: boolean): void {
  const isAsked = forgets(plan);
  if (!forget) {
    expectThat(!isAsked || !isDone, '/forget', 'is missing, though the run was finished');
    return;
  }
  const { bytes_read, elapsed_ns, ended, slow_samples, samples } = forget;
  expectThat(isAsked, '/forget', 'has no place in a plan with another state of the cache');
  expectThat(bytes_read <= FORGET.maxBytes, '/forget/bytes_read', `is above ${FORGET.maxBytes}`);
  expectThat(slow_samples <= samples, '/forget/slow_samples', 'is more than samples');
  expectThat(
    samples * FORGET.sampleRegionBytes <= FORGET.sampleBytes,
    '/forget/samples',
    'is more than the sampled file has regions',
  );
  expectThat(samples === 0 || bytes_read > 0, '/forget/samples', 'is not 0, though nothing was read');
  expectThat(
    ended !== 'forgotten' || slow_samples >= MIN_SLOW_SAMPLES,
    '/forget/slow_samples',
    `is less than ${MIN_SLOW_SAMPLES}`,
  );
  expectThat(
    ended !== 'limit_time' || elapsed_ns >= FORGET.minS * 1e9 * MIN_LIMIT_SHARE,
    '/forget/elapsed_ns',
    'is below any limit that could have ended it',
  );
  expectThat(bytes_read * 1e9 <= MAX_BYTES_PER_S * elapsed_ns, '/forget/elapsed_ns', 'is faster than memory');
}

export const matrixChecks: RankedChecks<MatrixPlan, MatrixResult> = {
  plan: MatrixPlan,
  result: MatrixResult,
  impossible: matrixImpossible,
  unshown: matrixUnshown,
};
