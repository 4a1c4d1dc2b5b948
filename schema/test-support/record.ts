import {
  bucketOf,
  emptyCounts,
  encodeHistogram,
  type Environment,
  type Floor,
  type JobResult,
  type Pass,
  type Side,
} from '../src/documents/index.ts';
import { contradictions } from '../src/families/record-checks.ts';
import { isByTime, jobsOf } from '../src/families/matrix/jobs.ts';
import { planOf } from '../src/families/matrix/profiles.ts';
import { RECORD_FORMAT } from '../src/families/family.ts';
import { matrixFilledBytes, rowOf, workersOfJob } from '../src/families/matrix/schedule.ts';
import { withCache } from '../src/families/matrix/budget.ts';
import type { FamilyRecord, Plan, Result } from '../src/families/families.ts';
import type { MatrixPlan, ProfileId } from '../src/families/matrix/plan-schema.ts';
import type { RunRecord } from '../src/families/checks.ts';

export function makeSide(changes: Partial<Side> = {}): Side {
  return {
    ops: 1000,
    bytes: 1000 * 4096,
    short_ops: 0,
    dropped: 0,
    busy_ns: 2e6,
    min_ns: 0,
    max_ns: 0,
    histogram: '',
    series: { ops: '', busy_us: '', max_us: '' },
    ...changes,
  };
}

/** The histogram of calls that all took `ns`. */
export function histogramOf(ns: number, calls: number): string {
  const counts = emptyCounts();
  counts[bucketOf(ns)] = calls;
  return encodeHistogram(counts);
}

/** A side whose calls all took `ns`, timed one by one. */
export function timedSide(ns: number, ops: number, blockBytes: number): Side {
  const histogram = histogramOf(ns, ops);
  return makeSide({ ops, bytes: ops * blockBytes, busy_ns: ops * ns, min_ns: ns, max_ns: ns, histogram });
}

export function makePass(changes: Partial<Pass> = {}): Pass {
  return {
    kind: 'throughput',
    loop: 1,
    timing: 'each',
    ended: 'limit',
    workers: 1,
    elapsed_ns: 1e9,
    total_ns: 1e9,
    flush_ns: 0,
    bin_ns: 100e6,
    ...changes,
  };
}

export function makeFloor(changes: Partial<Floor> = {}): Floor {
  return {
    block_bytes: 4096,
    workers: 1,
    hot_read: timedSide(2_000, 1000, 4096),
    empty_read_ns: 1_000,
    get_size_ns: 1_000,
    clean_flush_ns: 1_000,
    ...changes,
  };
}

/** A profile whose reads are from memory only: read, then write. */
export const asIs = (profile: ProfileId): MatrixPlan => withCache(planOf(profile), 'as-is');

/** A job whose loops ran at these bytes per second, a second each or less by time; a fifth of it were its closing flushes. */
export function makeJob(plan: MatrixPlan, index: number, bytesPerS: readonly number[]): JobResult {
  const head = jobsOf(plan)[index];
  if (!head) throw new Error(`the plan has no job ${index}`);
  const row = rowOf(plan, head);
  const workers = workersOfJob(plan, head);
  const total_ns = isByTime(plan) ? 0.1e9 : 1e9;
  const passes = bytesPerS.map((rate, loop) => {
    const flush_ns = head.direction === 'write' ? total_ns / 5 : 0;
    const busy_ns = workers * (total_ns - flush_ns);
    const bytes = (rate * total_ns) / 1e9;
    const side = makeSide({ ops: Math.max(1, Math.round(bytes / row.block_bytes)), bytes, busy_ns });
    return makePass({
      loop: loop + 1,
      workers,
      flush_ns,
      total_ns,
      elapsed_ns: total_ns - flush_ns,
      ...(head.direction === 'read' ? { read: side } : { write: side }),
    });
  });
  const { direction, reads } = head;
  if (direction === 'write') passes.push(...passes.map((pass): Pass => ({ ...pass, kind: 'flush_each', flush_ns: 0 })));
  const what = { row, direction, ...(reads && { reads }) };
  return { ...what, status: 'done', workers, layout: 'shared', passes, verified_sectors: 0 };
}

export type MatrixRecord = FamilyRecord<'matrix'>;

export function makeRecord(
  parts: { plan?: MatrixPlan; jobs?: readonly JobResult[]; environment?: Partial<Environment> } = {},
): MatrixRecord {
  const plan = parts.plan ?? asIs('default');
  const jobs = parts.jobs ?? jobsOf(plan).map((_, index) => makeJob(plan, index, [5e8, 5e8, 5e8, 5e8, 5e8]));
  return {
    format: RECORD_FORMAT,
    family: 'matrix',
    started_at: '2026-01-02T03:04:05Z',
    wall_ms: 120e3,
    status: 'done',
    plan,
    environment: makeEnvironment(parts.environment),
    result: {
      family: 'matrix',
      fill: { bytes: matrixFilledBytes(plan, 'shared'), elapsed_ns: 1e9, flush_ns: 0.5e9 },
      floors: [makeFloor()],
      jobs: [...jobs],
    },
  };
}

export function makeEnvironment(changes: Partial<Environment> = {}): Environment {
  return {
    engine: 'opfs-sync',
    core_version: '0.1.0',
    compiler: 'emscripten 3.1.6',
    wasm_sha256: '0'.repeat(64),
    client: { browser: { family: 'chrome', major: 156 }, os: { family: 'linux', major: null } },
    cross_origin_isolated: true,
    clock_step_ns: 5_000,
    clock_call_ns: 140,
    layout: 'shared',
    fill_block_bytes: 1024 * 1024,
    flush_primitive: 'fdatasync',
    visibility_changes: 0,
    ...changes,
  };
}

/** The pointers of what contradicts itself in a run of a plan with this result. */
export function contradictionsIn(plan: Plan, result: Result, changes: Partial<RunRecord> = {}): string[] {
  const { family } = result;
  const engine = family === 'picked-folder' || family === 'picked-file' ? family : 'opfs-sync';
  const head = { format: RECORD_FORMAT, started_at: '2026-01-02T03:04:05Z', wall_ms: 600e3, status: 'stopped' };
  const record = { ...head, family: plan.family, plan, result, environment: makeEnvironment({ engine }), ...changes };
  return contradictions(record as RunRecord).map(({ pointer }) => pointer);
}
