import {
  bucketValueNs,
  type Counts,
  decodeHistogram,
  emptyCounts,
  percentileNs,
  totalCount,
} from '../../documents/histogram.ts';
import type { Pause } from '../../documents/environment.ts';
import type { Floor, JobResult, Pass, Side } from '../../documents/pass.ts';
import { latency, latencyPasses, passBytes, passOps } from '../../figures/derive.ts';
import { floorOf } from '../../figures/verdict.ts';
import type { Unshown } from '../family.ts';
import type { MatrixPlan } from './plan-schema.ts';
import type { MatrixRecord, MatrixResult } from './schema.ts';
import type { Declaration } from '../../documents/declaration.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { sum } from '../../documents/stats.ts';
import type { JobSpec, PassSpec } from '../../schedule/steps.ts';
import { clockQuantumNs } from '../../evidence/environments.ts';
import { limitsOfInterface } from '../../evidence/interfaces.ts';
import { hasCopies, isSideOfClock } from '../../evidence/latencies.ts';
import { ENGINE_LIMITS } from '../expectations.ts';
import { planAsRun, revisits } from './budget.ts';
import { isByTime, jobsOf } from './jobs.ts';

import { hasEnough } from './pacing.ts';
import { changedParameters } from './profiles.ts';
import {
  floorsOf,
  loopsOfJob,
  matrixFilledBytes,
  passesOfJob,
  passesOfLoop,
  recordedReads,
  rowOf,
  visitsIn,
} from './schedule.ts';
import { verdictInRecord } from './verdict.ts';

/** A floor times what reads from memory do a moment later. Of real runs the two have differed by 1.4. */
const MAX_MEMORY_OF_FLOOR = 2;
/** The slowest calls say what else the machine did. */
const TYPICAL = 0.9;
const MIN_CALLS = 200;

/** The mean of calls, of which none counts for more than `maxNs`. What the clock shows as nothing is a zero. */
function cappedMeanNs(counts: Counts, maxNs: number): number {
  let sum = 0;
  counts.forEach((n, bucket) => {
    if (bucket > 0 && n > 0) sum += n * Math.min(bucketValueNs(bucket), maxNs);
  });
  return sum / totalCount(counts);
}

const countsOf = (side: Side | undefined): Counts => decodeHistogram(side?.histogram ?? '') ?? emptyCounts();

function isQuickerThan(floor: Floor, memory: Counts, clockStepNs: number): boolean {
  const hotCounts = countsOf(floor.hot_read);
  const [hotCalls, calls] = [totalCount(hotCounts), totalCount(memory)];
  const maxNs = percentileNs(memory, TYPICAL);
  if (hotCalls === 0 || calls < MIN_CALLS || maxNs === null) return false;
  // So much a clock that steps may show too little.
  const blurNs = (2 * clockStepNs) / Math.sqrt(Math.min(hotCalls, calls));
  return cappedMeanNs(memory, maxNs) > MAX_MEMORY_OF_FLOOR * cappedMeanNs(hotCounts, maxNs) + blurNs;
}

/**
 * Whether all loops of a job that reads from memory took far longer than the floor of the same block size and number of
 * workers. With such a floor, reads from memory look like a drive's. The quickest loop is compared: a machine may slow down.
 */
function hasQuickerFloor(job: JobResult, { floors }: MatrixResult, clockStepNs: number): boolean {
  const floor = floorOf(floors, job);
  if (job.reads !== 'memory' || floor === null) return false;
  const loops = latencyPasses(job, 'throughput').filter((pass) => (pass.read?.ops ?? 0) >= MIN_CALLS);
  return loops.length > 0 && loops.every((pass) => isQuickerThan(floor, countsOf(pass.read), clockStepNs));
}

/** Whether floors are quicker than the same reads of the same run. */
function hasQuickerFloors({ result, environment }: MatrixRecord): boolean {
  return result.jobs.some((job) => hasQuickerFloor(job, result, environment.clock_step_ns));
}

/** Parameters that may differ without making a run easier to forge or its numbers another thing. */
const FREE_PARAMETERS = new Set<keyof MatrixPlan>(['verify', 'until_stable']);

/** Whether a plan is a profile's, as it is or with reads from memory alone, where the drive's cannot be had. */
function isOfProfile(plan: MatrixPlan): boolean {
  return changedParameters(plan).every(
    (name) => FREE_PARAMETERS.has(name) || (name === 'cache' && plan.cache === 'as-is'),
  );
}

/** One planned job with what came of it. */
interface DoneJob {
  readonly head: JobSpec;
  readonly job: JobResult;
  /** The passes that the plan has for it, and those that came of them. */
  readonly specs: readonly PassSpec[];
  readonly passes: readonly { readonly spec: PassSpec; readonly pass: Pass }[];
}

const sidesOf = (pass: Pass): Side[] => [pass.read, pass.write].filter((side) => side !== undefined);
const allPasses = ({ result }: MatrixRecord) => result.jobs.flatMap(({ passes }) => passes);

/** The evidence that a run of the grid lacks. */
export function matrixUnshown(storedRecord: MatrixRecord, declaredInterface: Declaration['interface']): Unshown {
  const record = { ...storedRecord, plan: planAsRun(storedRecord) };
  const { plan, result } = record;
  const jobs = doneJobs(record);
  return {
    changed_plan: !isOfProfile(storedRecord.plan),
    missing_jobs: record.status !== 'done' || jobs.length < jobsOf(plan).length,
    missing_passes: jobs.some((doneJob) => lacksPasses(plan, doneJob)),
    short_passes: jobs.some((doneJob) => isShort(record, doneJob)),
    missing_floors: lacksFloors(record),
    floors_differ: hasQuickerFloors(record),
    missing_fill: lacksFill(record),
    not_verified: result.jobs.some((job) => job.direction === 'read' && job.verified_sectors === 0),
    copied_passes: hasCopies(histogramsOf(record)) || result.jobs.some(hasDuplicateLoops),
    impossible_clock: isOffTheClock(record),
    idle_worker: allPasses(record).some(isIdle),
    latencies_differ: result.jobs.some(differsByTiming),
    unexplained_drive_reads: hasUnexplainedReads(record),
    faster_than_memory:
      result.jobs.some((job) => isFasterThanMemory(job, record)) ||
      result.floors.some(({ block_bytes, hot_read }) => isFasterThanCopying(hot_read, minCallNs(record, block_bytes))),
    faster_than_interface: result.jobs.some((job) => isFasterThanInterface(job, record, declaredInterface)),
  };
}

/** Every planned job that was finished, its passes beside what the plan says of them. */
function doneJobs({ plan, result, environment }: MatrixRecord): DoneJob[] {
  return jobsOf(plan).flatMap((head): DoneJob[] => {
    const slug = rowSlug(rowOf(plan, head));
    const reads = recordedReads(head, environment.engine);
    const job = result.jobs.find(
      (one) => rowSlug(one.row) === slug && one.direction === head.direction && one.reads === reads,
    );
    if (job?.status !== 'done') return [];
    const loops = new Set(job.passes.map(({ loop }) => loop));
    const addedSpecs = [...loops].filter((loop) => loop > plan.loops).flatMap((loop) => passesOfLoop(plan, head, loop));
    const specs = [...passesOfJob(plan, head), ...addedSpecs];
    const passes = job.passes.flatMap((pass) => {
      const spec = specs.find(
        ({ kind, loop, timing }) => kind === pass.kind && loop === pass.loop && timing === pass.timing,
      );
      return spec ? [{ spec, pass }] : [];
    });
    return [{ head, job, specs, passes }];
  });
}

/** By time a job has what it was given when it has taken it, in whichever loops behind its warm-up. */
function lacksPasses(plan: MatrixPlan, { head, job, specs, passes }: DoneJob): boolean {
  if (!isByTime(plan)) return passes.length < Math.max(specs.length, job.passes.length);
  const isWarmUp = ({ loop }: { readonly loop: number }) => loop === 0;
  if (passes.filter(({ pass }) => isWarmUp(pass)).length < specs.filter(isWarmUp).length) return true;
  const kinds = new Set(passesOfLoop(plan, head, 1).map(({ kind }) => kind));
  const loops = loopsOfJob(plan, head);
  const isGiven = [...kinds].every((kind) => hasEnough(plan, job.row, head, { kind, passes: job.passes, loops }));
  return passes.length < job.passes.length || !isGiven;
}

/** A pass ends at its limit, or when it has visited its part of the file. */
const END_TOLERANCE = 0.98;
/** What was read while computer or browser stood still is not read again; so much is left then at the least. */
const MIN_LEFT = 1 / 2;

/** Whether blocks of a job that are read once were read in a pass that was measured again. */
function hasLostVisits({ environment }: MatrixRecord, { head, job }: DoneJob): boolean {
  const isOfJob = ({ row, direction }: Pause) =>
    row !== undefined && rowSlug(row) === rowSlug(job.row) && direction === job.direction;
  return (
    head.reads === 'drive' && (environment.pauses ?? []).some((pause) => pause.outcome === 'repeated' && isOfJob(pause))
  );
}

function isShort(record: MatrixRecord, doneJob: DoneJob): boolean {
  const { plan, environment } = record;
  const { head, passes } = doneJob;
  const minShare = hasLostVisits(record, doneJob) ? MIN_LEFT : 1;
  return passes.some(({ spec, pass }) => {
    if (pass.ended === 'stopped') return true;
    if (pass.ended === 'limit') return pass.elapsed_ns < spec.limitS * 1e9 * END_TOLERANCE;
    // A pass that starts over has no other end than its limit.
    if (spec.limitS > 0 && revisits(plan, head)) return true;
    // By time, as much is written as the drive was seen to flush.
    if (isByTime(plan) && head.direction !== 'read') return false;
    return passOps(pass) < minShare * visitsIn(plan, head, spec, environment.layout);
  });
}

const MIN_FLOOR_CALLS = 32;

/** Past the page cache nothing comes from memory, and there is no floor. */
function lacksFloors({ plan, result, environment }: MatrixRecord): boolean {
  if (environment.engine === 'node-direct') return false;
  return floorsOf(plan).some(
    ({ blockBytes, workers }) =>
      !result.floors.some(
        (floor) =>
          floor.block_bytes === blockBytes &&
          floor.workers === workers &&
          floor.hot_read.ops >= MIN_FLOOR_CALLS &&
          floor.hot_read.histogram !== '' &&
          floor.empty_read_ns > 0,
      ),
  );
}

/** A file prepared for a cold read was filled in another visit. */
function lacksFill({ plan, result, environment }: MatrixRecord): boolean {
  if (plan.cache === 'cold') return false;
  return result.fill === undefined || result.fill.bytes < matrixFilledBytes(plan, environment.layout);
}

function histogramsOf(record: MatrixRecord): string[] {
  const sides = [...record.result.floors.map((floor) => floor.hot_read), ...allPasses(record).flatMap(sidesOf)];
  return sides.map((side) => side.histogram);
}

/** Whether two loops took the same time to the nanosecond, outside and inside calls. */
function hasDuplicateLoops({ passes }: JobResult): boolean {
  const timings = passes.map((pass) =>
    [pass.kind, pass.elapsed_ns, pass.total_ns, ...sidesOf(pass).flatMap(({ ops, busy_ns }) => [ops, busy_ns])].join(
      ' ',
    ),
  );
  return new Set(timings).size < timings.length;
}

function isOffTheClock(record: MatrixRecord): boolean {
  const quantumNs = clockQuantumNs(record.environment);
  if (quantumNs === null) return false;
  const sides = [...record.result.floors.map((floor) => floor.hot_read), ...allPasses(record).flatMap(sidesOf)];
  return !sides.every((side) => isSideOfClock(side, quantumNs));
}

/** Nothing lies between two calls of a worker but a look at the clock. */
const MIN_BUSY_SHARE = 0.9;

function isIdle(pass: Pass): boolean {
  const busyNs = sum(sidesOf(pass).map((side) => side.busy_ns));
  return pass.workers === 1 && (busyNs < MIN_BUSY_SHARE * pass.elapsed_ns || busyNs > pass.elapsed_ns * 1.001 + 1e3);
}

/** On a busy machine the means of honest passes have differed by 4. */
const MAX_MEANS_RATIO = 16;
const MIN_CALLS_FOR_MEAN = 500;

/** Small reads are timed twice, together and one by one. */
function differsByTiming(job: JobResult): boolean {
  const meanOf = (kind: Pass['kind'], timing: Pass['timing']) => {
    const passes = job.passes.filter((pass) => pass.loop > 0 && pass.kind === kind && pass.timing === timing);
    const ops = sum(passes.map((pass) => pass.read?.ops ?? 0));
    return ops < MIN_CALLS_FOR_MEAN ? null : sum(passes.map((pass) => pass.read?.busy_ns ?? 0)) / ops;
  };
  const [batchedNs, singleNs] = [meanOf('throughput', 'batched'), meanOf('latency', 'each')];
  if (batchedNs === null || singleNs === null) return false;
  const ratio = batchedNs / singleNs;
  return !(ratio <= MAX_MEANS_RATIO && ratio >= 1 / MAX_MEANS_RATIO);
}

/** Files that were written just before, and read again and again, are in memory: what says otherwise is a made-up floor. */
function hasUnexplainedReads(record: MatrixRecord): boolean {
  return record.result.jobs.some((job) => job.reads === 'memory' && verdictInRecord(record, job)?.verdict === 'drive');
}

/** A call may be so much quicker than the quickest on the hot floor. */
const MIN_OF_FLOOR = 0.5;

/** The least that a call with so many bytes takes, whatever answers it. */
function minCallNs({ environment }: MatrixRecord, blockBytes: number): number {
  const { minCallNs, callerBytesPerS } = ENGINE_LIMITS[environment.engine];
  return Math.max(minCallNs, (blockBytes * 1e9) / callerBytesPerS);
}

const isFasterThanCopying = ({ ops, busy_ns }: Side, minNs: number) => ops > 0 && busy_ns / ops < minNs;

function isFasterThanMemory(job: JobResult, record: MatrixRecord): boolean {
  const { block_bytes } = job.row;
  const { bytesPerS } = ENGINE_LIMITS[record.environment.engine];
  const floors = record.result.floors.filter((floor) => floor.block_bytes === block_bytes);
  const floorNs = Math.min(...floors.map((floor) => floor.hot_read.min_ns));
  const hotNs = Number.isFinite(floorNs) ? floorNs * MIN_OF_FLOOR : 0;
  const minNs = Math.max(minCallNs(record, block_bytes), hotNs);
  const flushedLatency = latency(latencyPasses(job, 'flush_each'), 'write');
  if (flushedLatency && flushedLatency.p50_ns <= 0) return true;
  return job.passes.some((pass) => {
    const ops = passOps(pass);
    const busyNs = sum(sidesOf(pass).map((side) => side.busy_ns));
    return ops > 0 && (busyNs / ops < minNs || passBytes(pass) * 1e9 > bytesPerS * pass.elapsed_ns);
  });
}

/** Calls that wait for the drive: reads that it answered, and writes that it was made to keep. */
function isFasterThanInterface(
  job: JobResult,
  record: MatrixRecord,
  declaredInterface: Declaration['interface'],
): boolean {
  const { maxBytesPerS, minReadNs } = limitsOfInterface(declaredInterface);
  const passes = job.passes.filter((pass) => pass.loop > 0);
  const isFast = (pass: Pass) => passBytes(pass) * 1e9 > maxBytesPerS * pass.total_ns;
  if (job.direction === 'write') return passes.some(isFast);
  if (job.direction !== 'read' || verdictInRecord(record, job)?.verdict !== 'drive') return false;
  const singleLatency = job.row.pattern === 'random' ? latency(latencyPasses(job), 'read') : null;
  return passes.some(isFast) || (singleLatency !== null && singleLatency.p50_ns < minReadNs);
}
