import { BATCHED_BLOCK_BYTES, FILL_BLOCK_BYTES } from '../../documents/bounds.ts';
import type { Engine, Layout } from '../../documents/environment.ts';
import type { PassKind } from '../../documents/pass.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { type Row } from '../../documents/checks.ts';
import { sum } from '../../documents/stats.ts';
import { MAX_STABLE_LOOPS } from '../../figures/loops.ts';
import {
  callsByChanceMax,
  type DataFiles,
  filledBytes,
  fillStep,
  fixedStep,
  FLOOR_LIMIT_S,
  HOT_BYTES,
  type JobSpec,
  type PassSpec,
  type Step,
  visitsOfPass,
  workersOfRow,
} from '../../schedule/steps.ts';
import {
  FILL_S,
  hotBytes,
  loopsOf,
  partBytes,
  partsOf,
  passSecondsOf,
  revisits,
  TRIAL_BYTES,
  TRIAL_FIRST_BYTES,
  visitedBytes,
  visitEvery,
} from './budget.ts';
import { driveRowOrder, forgets, hasParts, isByTime, jobsOf, readsOnce, turnsOf } from './jobs.ts';
import { forgetStep, sampleFilesOf, sampleFillStep } from './forget.ts';
import type { MatrixPlan } from './plan-schema.ts';

/** The steps of a run of the grid, in order: the one definition, which the engine carries out and estimates rest on. */

/** The passes beside the headline are shorter: enough calls for a 99.9th percentile, and Quick stays under a minute. */
const EXTRA_LIMIT_S = 1;
const WARM_UP_LIMIT_S = 0.5;
/** Faster than any drive and any browser, so that the wear shown beforehand is never too small. */
const MAX_BYTES_PER_S = 16e9;
const MAX_CALLS_PER_S = 1e6;

/** The source that a job's record names for its reads: past the page cache every read is the drive's. */
export function recordedReads({ reads }: JobSpec, engine: Engine): JobSpec['reads'] {
  return reads && engine === 'node-direct' ? 'drive' : reads;
}

export function rowOf(plan: Pick<MatrixPlan, 'rows'>, head: JobSpec): Row {
  const row = plan.rows[head.row];
  if (!row) throw new RangeError(`the plan has no row ${head.row}`);
  return row;
}

const withinLimit = (limitS: number, maxS: number) => (limitS === 0 ? maxS : Math.min(limitS, maxS));

/** Where each row is read twice, all loops of one from memory take as long together as one of the drive may. */
function windowS({ cache, limit_s: limitS, loops }: MatrixPlan): number {
  return cache === 'drive-and-memory' ? limitS / loops : limitS;
}

/** Shares of `write_bytes`: a warm-up, and calls that each wait for a flush; small ones are many in few bytes. */
const WARM_UP_SHARE = 1 / 2;
const FLUSHED_SHARE = { large: 1 / 2, small: 1 / 8 } as const;
/** By time: small writes at random places, of which a slow drive flushes few. */
const SMALL_SHARE = 1 / 4;

function maxBytesOf({ write_bytes: bytes }: MatrixPlan, row: Row, share: number): Pick<PassSpec, 'maxBytes'> {
  return bytes === 0 ? {} : { maxBytes: Math.max(row.block_bytes, Math.floor(bytes * share)) };
}

/** One loop of a job. Warm-up and loops differ in `loop` and length only, so that a warm-up leaves nothing unflushed. */
export function passesOfLoop(plan: MatrixPlan, head: JobSpec, loop: number): PassSpec[] {
  const { limit_s: limitS } = plan;
  const row = rowOf(plan, head);
  const isSmall = row.block_bytes <= BATCHED_BLOCK_BYTES;
  const byTime = (kind: PassKind, limit: number) =>
    isByTime(plan) ? withinLimit(limitS, passSecondsOf(plan, row, head, kind)) : limit;
  const extraS = (kind: PassKind) => byTime(kind, withinLimit(windowS(plan), EXTRA_LIMIT_S));
  const headline = { kind: 'throughput', loop, timing: 'each', limitS: byTime('throughput', limitS) } as const;
  const memoryS = byTime('throughput', windowS(plan));
  // A drive takes so much longer than reading the clock that one pass gives both figures.
  if (head.reads === 'drive') return [{ ...headline, flush: 'none' }];
  const isFew = isByTime(plan) && isSmall;
  const share = (loop === 0 ? WARM_UP_SHARE : 1) * (isFew ? SMALL_SHARE : 1);
  switch (head.direction) {
    case 'read':
      if (!isSmall) return [{ ...headline, limitS: memoryS, flush: 'none' }];
      return [
        { ...headline, limitS: memoryS, timing: 'batched', flush: 'none' },
        { kind: 'latency', loop, timing: 'each', flush: 'none', limitS: extraS('latency') },
      ];
    case 'write':
      return [
        { ...headline, flush: 'end', ...maxBytesOf(plan, row, share) },
        {
          ...{ kind: 'flush_each', loop, timing: 'each', flush: 'each', limitS: extraS('flush_each') },
          ...maxBytesOf(plan, row, FLUSHED_SHARE[isSmall ? 'small' : 'large']),
        },
      ];
    case 'mix':
      return [{ ...headline, flush: 'end', ...maxBytesOf(plan, row, share) }];
    default:
      return head.direction satisfies never;
  }
}

/** The passes of a job in their order: one warm-up of the headline pass, then all loops. What is read once is not warmed. */
export function passesOfJob(plan: MatrixPlan, head: JobSpec): PassSpec[] {
  // By time the reads from memory come right after the floors, which have warmed them.
  const isWarm = head.reads === 'drive' || (isByTime(plan) && head.direction === 'read');
  const warmUp = passesOfLoop(plan, head, 0)
    .slice(0, isWarm ? 0 : 1)
    .map((pass) => ({ ...pass, limitS: withinLimit(plan.limit_s, WARM_UP_LIMIT_S) }));
  const loops = Array.from({ length: loopsOfJob(plan, head) }, (_, index) => passesOfLoop(plan, head, index + 1));
  return [...warmUp, ...loops.flat()];
}

/** The most loops that a job has, without those that `until_stable` adds. */
export function loopsOfJob(plan: MatrixPlan, head: JobSpec): number {
  return loopsOf(plan, head, partsOf(plan, rowOf(plan, head)));
}

/** The file that jobs visit again and again. */
export function matrixFiles(plan: MatrixPlan): DataFiles {
  const { rows, data, seed } = plan;
  return { rows, bytes: hotBytes(plan), data, seed };
}

/** The files of one part: what one loop of a row reads, and nothing else. */
export function partFiles(plan: MatrixPlan, row: Row): DataFiles {
  return { ...matrixFiles(plan), rows: [row], bytes: partBytes(plan, row) };
}

/** The files that a job visits. */
function filesOfJob(plan: MatrixPlan, head: JobSpec): DataFiles {
  return head.reads === 'drive' ? partFiles(plan, rowOf(plan, head)) : matrixFiles(plan);
}

/** How many workers a job has. */
export function workersOfJob(plan: MatrixPlan, head: JobSpec): number {
  return workersOfRow(filesOfJob(plan, head), rowOf(plan, head));
}

/** A part of what is read once: see `partFiles`. */
export interface FilePart {
  readonly index: number;
  readonly row: Row;
}

/** In the order in which they are written and read. */
export function filePartsOf(plan: MatrixPlan): FilePart[] {
  const heads = driveRowOrder(plan).map((row): JobSpec => ({ row, direction: 'read', reads: 'drive' }));
  const rounds = isByTime(plan) ? [heads] : heads.map((head) => [head]);
  return rounds.flatMap((turns) =>
    inTurns(turns, (head) => partsOf(plan, rowOf(plan, head))).map(({ head, loop }) => filePartOf(plan, head, loop)),
  );
}

/** A B C D A B C D: the loops of some jobs, so that what changes in the meantime meets all alike. */
function inTurns<Head>(heads: readonly Head[], loops: (head: Head) => number): { head: Head; loop: number }[] {
  const rounds = Math.max(0, ...heads.map(loops));
  return Array.from({ length: rounds }, (_, round) =>
    heads.filter((head) => round < loops(head)).map((head) => ({ head, loop: round + 1 })),
  ).flat();
}

/** The part that is read in `loop` (from 1) of this job. */
export function filePartOf(plan: MatrixPlan, head: JobSpec, loop: number): FilePart {
  return { index: head.row * plan.loops + loop - 1, row: rowOf(plan, head) };
}

/** All parts, in bytes. */
export function partsFilledBytes(plan: MatrixPlan, layout: Layout): number {
  if (!hasParts(plan)) return 0;
  return sum(filePartsOf(plan).map(({ row }) => filledBytes(partFiles(plan, row), layout)));
}

/** All that is filled before the jobs of a run and measured by them, in bytes. */
export function matrixFilledBytes(plan: MatrixPlan, layout: Layout): number {
  const trial = isByTime(plan) ? TRIAL_BYTES : 0;
  return trial + (readsOnce(plan) ? 0 : filledBytes(matrixFiles(plan), layout)) + partsFilledBytes(plan, layout);
}

/**
 * The files on which floors are probed: those that jobs visit again and again, or where there are none, others. They
 * have room for the workers of every row.
 */
export function hotFilesOf(plan: MatrixPlan): DataFiles {
  const files = matrixFiles(plan);
  if (!readsOnce(plan)) return files;
  const largestPartBytes = Math.max(...plan.rows.map((row) => partBytes(plan, row)));
  const neededBytes = Math.max(...plan.rows.map((row) => workersOfRow(partFiles(plan, row), row) * row.block_bytes));
  const bytes = Math.min(largestPartBytes, Math.max(HOT_BYTES, neededBytes));
  return { ...files, bytes: Math.ceil(bytes / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES };
}

/** The different (block, workers) pairs of the jobs that read: what a call costs without a drive is probed for each. */
export function floorsOf(plan: MatrixPlan): { readonly blockBytes: number; readonly workers: number }[] {
  const pairs = jobsOf(plan)
    .filter(({ direction }) => direction !== 'write')
    .map((head) => ({ blockBytes: rowOf(plan, head).block_bytes, workers: workersOfJob(plan, head) }));
  // By the rows of the plan: a job order of its own is no reason for another order of the probes.
  const inRowOrder = plan.rows.flatMap(({ block_bytes }) =>
    pairs.filter(({ blockBytes }) => blockBytes === block_bytes),
  );
  return [...new Map(inRowOrder.map((pair) => [`${pair.blockBytes} ${pair.workers}`, pair])).values()];
}

/** Bytes per second on an ordinary computer, whose reads come from memory, and calls where each waits for its flush. */
const USUAL = { read: 2e9, write: 400e6, mix: 400e6, flushedCallsPerS: 1_500, verify: 1e9 } as const;
/** A call costs this much whatever its size. */
const USUAL_CALLS_PER_S = { read: 300e3, write: 60e3, mix: 60e3 } as const;
const SAMPLED_VERIFY_BYTES = 4 * FILL_BLOCK_BYTES;

export function floorStep(plan: MatrixPlan, index: number): Step {
  const { blockBytes = 0, workers = 0 } = floorsOf(plan)[index] ?? {};
  return { ...fixedStep(`floor ${index}`, FLOOR_LIMIT_S), pace: `floor ${blockBytes} ${workers}` };
}

export function restStep(plan: MatrixPlan, job: number): Step {
  return { ...fixedStep(`${job} rest`, plan.interval_s), pace: 'rest' };
}

/** How many calls a pass makes until it has visited all that it may. */
export function visitsIn(plan: MatrixPlan, head: JobSpec, { maxBytes }: PassSpec, layout: Layout): number {
  const row = rowOf(plan, head);
  const isClaimed = head.reads === 'drive' && layout === 'shared';
  const bounds = { row, layout, maxBytes, visitEvery: visitEvery(row, head), isClaimed };
  return visitsOfPass(filesOfJob(plan, head), bounds);
}

export function passStep(plan: MatrixPlan, job: number, head: JobSpec, pass: PassSpec): Step {
  const row = rowOf(plan, head);
  const bytes = visitsIn(plan, head, pass, 'shared') * row.block_bytes;
  const { direction } = head;
  const usualCallsPerS =
    pass.flush === 'each'
      ? USUAL.flushedCallsPerS
      : Math.min(USUAL[direction] / row.block_bytes, USUAL_CALLS_PER_S[direction]);
  const warmUp = pass.loop === 0 ? ' warm-up' : '';
  // Nothing is learned about one drive's reads from another state of the cache.
  const cache = head.reads === 'drive' ? ` ${forgets(plan) ? 'drive' : plan.cache}` : '';
  return {
    id: `${job} ${pass.kind} ${pass.loop}`,
    pace: `${direction} ${rowSlug(row)} ${pass.kind}${warmUp}${cache}`,
    work: revisits(plan, head) && pass.limitS > 0 ? Number.MAX_SAFE_INTEGER : bytes,
    usualPerS: usualCallsPerS * row.block_bytes,
    counts: 'bytes',
    ...(pass.limitS > 0 && { limitS: pass.limitS }),
  };
}

/** `loop`: where each has its own part of the file to verify. */
export function verifyStep(plan: MatrixPlan, job: number, head: JobSpec, loop = 0): Step {
  const work = plan.verify === 'all' ? visitedBytes(plan, rowOf(plan, head), head) : SAMPLED_VERIFY_BYTES;
  const workers = workersOfJob(plan, head);
  return { id: `${job} verify ${loop}`, pace: `verify ${plan.verify} ${workers}`, work, usualPerS: USUAL.verify };
}

function jobSteps(plan: MatrixPlan, job: number, head: JobSpec): Step[] {
  const passes = passesOfJob(plan, head);
  const rest = plan.interval_s > 0 ? [restStep(plan, job)] : [];
  if (head.reads === 'drive') {
    const steps = passes.flatMap((pass) => [passStep(plan, job, head, pass), verifyStep(plan, job, head, pass.loop)]);
    return [...rest, ...steps];
  }
  const verify = head.direction === 'read' ? [verifyStep(plan, job, head)] : [];
  return [...rest, ...passes.map((pass) => passStep(plan, job, head, pass)), ...verify];
}

/** The steps of jobs whose loops take turns: what is overwritten is warmed up before the first. */
function turnSteps(plan: MatrixPlan, indices: readonly number[]): Step[] {
  const jobs = jobsOf(plan)
    .map((head, job) => ({ head, job, passes: passesOfJob(plan, head) }))
    .filter(({ job }) => indices.includes(job));
  const rests = plan.interval_s > 0 ? jobs.slice(0, 1).map(({ job }) => restStep(plan, job)) : [];
  const stepsOfLoop = ({ head, job, passes }: (typeof jobs)[number], loop: number) =>
    passes
      .filter((pass) => pass.loop === loop)
      .flatMap((pass) => [
        passStep(plan, job, head, pass),
        ...(head.reads === 'drive' ? [verifyStep(plan, job, head, loop)] : []),
      ]);
  return [
    ...rests,
    ...jobs.flatMap((job) => stepsOfLoop(job, 0)),
    ...inTurns(jobs, ({ head }) => loopsOfJob(plan, head)).flatMap(({ head: job, loop }) => stepsOfLoop(job, loop)),
    ...jobs.flatMap(({ head, job }) =>
      head.direction === 'read' && head.reads !== 'drive' ? [verifyStep(plan, job, head)] : [],
    ),
  ];
}

const TRIAL_ROW: Row = { pattern: 'sequential', block_bytes: FILL_BLOCK_BYTES, queues: 1, threads: 1 };

const trialFileOf = ({ data, seed }: MatrixPlan, bytes: number): DataFiles => ({
  rows: [TRIAL_ROW],
  bytes,
  data,
  seed,
});

/**
 * The files that show how fast the drive is filled, and so how large the others may be. The first is small, so that a slow
 * drive has a rate soon.
 */
export const trialFilesOf = (plan: MatrixPlan): DataFiles[] =>
  [TRIAL_FIRST_BYTES, TRIAL_BYTES - TRIAL_FIRST_BYTES].map((bytes) => trialFileOf(plan, bytes));

export function trialFillStep(plan: MatrixPlan): Step {
  return fillStep(trialFileOf(plan, TRIAL_BYTES), 'shared', 'trial fill');
}

/** Writing the files on which floors are probed, which come first: see `hotFilesOf`. */
export function hotFillStep(plan: MatrixPlan, layout: Layout): Step {
  return fillStep(hotFilesOf(plan), layout, readsOnce(plan) ? 'hot fill' : 'fill');
}

/** Writing the parts. */
export function partsFillStep(plan: MatrixPlan, layout: Layout): Step {
  return { ...fillStep(matrixFiles(plan), layout, 'parts fill'), work: partsFilledBytes(plan, layout) };
}

/** The same before the parts have the size that this drive fills in its time. */
function unsizedFillStep(plan: MatrixPlan, layout: Layout): Step {
  return { ...partsFillStep(plan, layout), pace: 'unsized fill', limitS: FILL_S * plan.drive_s };
}

/** Floors first, on files that are hot by then: after the parts were written, nothing else may be read. */
export function matrixSteps(plan: MatrixPlan, layout: Layout, isSized = !isByTime(plan)): Step[] {
  const floors = floorsOf(plan).map((_, index) => floorStep(plan, index));
  const isWritten = hasParts(plan) && plan.cache !== 'cold';
  const parts = [
    ...(isWritten ? [(isSized ? partsFillStep : unsizedFillStep)(plan, layout)] : []),
    ...(forgets(plan) ? [sampleFillStep(plan, layout), forgetStep()] : []),
  ];
  const before = [hotFillStep(plan, layout), ...floors];
  const heads = jobsOf(plan);
  if (!isByTime(plan)) return [...before, ...parts, ...heads.flatMap((head, job) => jobSteps(plan, job, head))];
  const turns = turnsOf(plan);
  const isOfDrive = ([firstJob = 0]: readonly number[]) => heads[firstJob]?.reads === 'drive';
  return [
    trialFillStep(plan),
    ...before,
    ...turns.filter((jobs) => !isOfDrive(jobs)).flatMap((jobs) => turnSteps(plan, jobs)),
    ...parts,
    ...turns.filter(isOfDrive).flatMap((jobs) => turnSteps(plan, jobs)),
  ];
}

/** A bound for what one pass writes. */
export function passBytesWrittenMax(plan: MatrixPlan, head: JobSpec, pass: PassSpec): number {
  if (head.direction === 'read') return 0;
  const { block_bytes: blockBytes } = rowOf(plan, head);
  const perSecond = Math.min(MAX_BYTES_PER_S, MAX_CALLS_PER_S * blockBytes);
  const inTime = pass.limitS === 0 ? Number.POSITIVE_INFINITY : pass.limitS * perSecond;
  // Without a limit a pass ends when the file has been visited, whether revisiting is asked for or not.
  const visit =
    plan.revisit && pass.limitS > 0 ? Number.POSITIVE_INFINITY : Math.min(hotBytes(plan), pass.maxBytes ?? Infinity);
  const bytes = Math.ceil(Math.min(inTime, visit));
  if (head.direction === 'write') return bytes;
  // Each call of a mix is a read or a write by chance.
  const writesMax = callsByChanceMax(Math.ceil(bytes / blockBytes), 1 - plan.mix_read_percent / 100);
  return Math.min(bytes, blockBytes * writesMax);
}

export function matrixBytesWrittenMax(plan: MatrixPlan, layout: Layout): number {
  const loops = plan.until_stable ? Math.max(plan.loops, MAX_STABLE_LOOPS) : plan.loops;
  const longestPlan = isByTime(plan) ? plan : { ...plan, loops };
  const hotFilledBytes = filledBytes(hotFilesOf(plan), layout) + (isByTime(plan) ? TRIAL_BYTES : 0);
  const parts = plan.cache === 'cold' ? 0 : partsFilledBytes(plan, layout);
  const sampleBytes = forgets(plan) ? filledBytes(sampleFilesOf(plan), layout) : 0;
  const passes = jobsOf(plan).flatMap((head) =>
    passesOfJob(longestPlan, head).map((pass) => passBytesWrittenMax(plan, head, pass)),
  );
  return hotFilledBytes + parts + sampleBytes + sum(passes);
}
