import { FILL_BLOCK_BYTES } from '../../documents/bounds.ts';
import type { Layout } from '../../documents/environment.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { type Row } from '../../documents/row.ts';
import { sum } from '../../documents/wire.ts';
import { MAX_STABLE_LOOPS } from '../../figures/loops.ts';
import { filledBytes, workersOfRow, type DataFiles } from '../../schedule/files.ts';
import { BATCHED_BLOCK_BYTES, FLOOR_LIMIT_S, HOT_BYTES, type JobHead, type PassHead } from '../../schedule/passes.ts';
import { fillStep, fixedStep, type Step } from '../../schedule/steps.ts';
import { forgetStep, sampleFilesOf, sampleFillStep } from './forget.ts';
import { readsOnce, visitedBytes, visitEvery } from './cache.ts';
import { type MatrixPlan } from './plan-schema.ts';

/** What a run of the grid does, in order: the one definition, which the engine carries out and estimates rest on. */

/** The passes beside the headline are shorter: enough calls for a 99.9th percentile, and Quick stays under a minute. */
const EXTRA_LIMIT_S = 1;
const WARM_UP_LIMIT_S = 0.5;
/** Faster than any drive and any browser, so that the wear shown beforehand is never too small. */
const MAX_BYTES_PER_S = 16e9;
const MAX_CALLS_PER_S = 1e6;

/**
 * The places of the rows in the order of their jobs. After forgetting, random rows come first: a sequential one reads
 * ahead and fills memory again.
 */
function rowOrder({ rows, cache }: MatrixPlan): number[] {
  const order = rows.map((_, index) => index);
  if (cache !== 'drive') return order;
  const isRandom = (index: number) => rows[index]?.pattern === 'random';
  return [...order.filter(isRandom), ...order.filter((index) => !isRandom(index))];
}

/** The jobs in their order: all rows in the first direction, then all in the next. */
export function jobsOf(plan: MatrixPlan): JobHead[] {
  return plan.directions.flatMap((direction) => rowOrder(plan).map((row) => ({ row, direction })));
}

export function rowOf(plan: Pick<MatrixPlan, 'rows'>, head: JobHead): Row {
  const row = plan.rows[head.row];
  if (!row) throw new RangeError(`the plan has no row ${head.row}`);
  return row;
}

const withinLimit = (limitS: number, maxS: number) => (limitS === 0 ? maxS : Math.min(limitS, maxS));

/** One loop of a job. Warm-up and loops differ in `loop` and length only, so that a warm-up leaves nothing unflushed. */
export function passesOfLoop(plan: MatrixPlan, head: JobHead, loop: number): PassHead[] {
  const { limit_s: limitS } = plan;
  const extraS = withinLimit(limitS, EXTRA_LIMIT_S);
  const headline = { kind: 'throughput', loop, timing: 'each', limitS } as const;
  // A drive takes so much longer than reading the clock that one pass gives both figures.
  if (readsOnce(plan)) return [{ ...headline, flush: 'none' }];
  switch (head.direction) {
    case 'read':
      if (rowOf(plan, head).block_bytes > BATCHED_BLOCK_BYTES) return [{ ...headline, flush: 'none' }];
      return [
        { ...headline, timing: 'batched', flush: 'none' },
        { kind: 'latency', loop, timing: 'each', flush: 'none', limitS: extraS },
      ];
    case 'write':
      return [
        { ...headline, flush: 'end' },
        { kind: 'flush_each', loop, timing: 'each', flush: 'each', limitS: extraS },
      ];
    case 'mix':
      return [{ ...headline, flush: 'end' }];
    default:
      return head.direction satisfies never;
  }
}

/** The passes of a job in their order: one warm-up of the headline pass, then all loops. What is read once is not warmed. */
export function passesOfJob(plan: MatrixPlan, head: JobHead): PassHead[] {
  const warmUp = passesOfLoop(plan, head, 0)
    .slice(0, readsOnce(plan) ? 0 : 1)
    .map((pass) => ({ ...pass, limitS: withinLimit(plan.limit_s, WARM_UP_LIMIT_S) }));
  const loops = Array.from({ length: plan.loops }, (_, index) => passesOfLoop(plan, head, index + 1));
  return [...warmUp, ...loops.flat()];
}

/** The files that all jobs visit, or of what one loop of a row reads where nothing is read twice. */
export function matrixFiles(plan: MatrixPlan, rows: readonly Row[] = plan.rows): DataFiles {
  return { rows, bytes: visitedBytes(plan), data: plan.data, seed: plan.seed };
}

/** A part of the file that one loop of one row reads, and nothing else: see `readsOnce`. */
export interface FilePart {
  readonly index: number;
  readonly row: Row;
}

/** In the order in which they are written and read. */
export function filePartsOf(plan: MatrixPlan): FilePart[] {
  return rowOrder(plan).flatMap((at) =>
    Array.from({ length: plan.loops }, (_, loop) => ({
      index: at * plan.loops + loop,
      row: rowOf(plan, { row: at, direction: 'read' }),
    })),
  );
}

/** The part that is read in `loop` (from 1) of this job. */
export function filePartOf(plan: MatrixPlan, head: JobHead, loop: number): FilePart {
  return { index: head.row * plan.loops + loop - 1, row: rowOf(plan, head) };
}

/** All that is filled before the jobs of a run, in bytes. */
export function matrixFilledBytes(plan: MatrixPlan, layout: Layout): number {
  if (!readsOnce(plan)) return filledBytes(matrixFiles(plan), layout);
  return sum(filePartsOf(plan).map(({ row }) => filledBytes(matrixFiles(plan, [row]), layout)));
}

/**
 * The files on which floors are probed: the run's own, which were just written, except where those must stay untouched.
 * They have room for the workers of every row.
 */
export function hotFilesOf(plan: MatrixPlan): DataFiles {
  const files = matrixFiles(plan);
  if (!readsOnce(plan)) return files;
  const needed = Math.max(...plan.rows.map((row) => workersOfRow(files, row) * row.block_bytes));
  const bytes = Math.min(files.bytes, Math.max(HOT_BYTES, needed));
  return { ...files, bytes: Math.ceil(bytes / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES };
}

/** The different (block, workers) pairs of the rows that are read: what a call costs without a drive is probed for each. */
export function floorsOf(plan: MatrixPlan): { readonly blockBytes: number; readonly workers: number }[] {
  if (!plan.directions.some((direction) => direction !== 'write')) return [];
  const files = matrixFiles(plan);
  const pairs = plan.rows.map((row) => [`${row.block_bytes} ${workersOfRow(files, row)}`, row] as const);
  return [...new Map(pairs).values()].map((row) => ({
    blockBytes: row.block_bytes,
    workers: workersOfRow(files, row),
  }));
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

export function passStep(plan: MatrixPlan, job: number, head: JobHead, pass: PassHead): Step {
  const row = rowOf(plan, head);
  const blocks = Math.ceil(Math.floor(visitedBytes(plan) / row.block_bytes) / visitEvery(plan, row));
  const bytes = blocks * row.block_bytes;
  const { direction } = head;
  const usualCallsPerS =
    pass.flush === 'each'
      ? USUAL.flushedCallsPerS
      : Math.min(USUAL[direction] / row.block_bytes, USUAL_CALLS_PER_S[direction]);
  const warmUp = pass.loop === 0 ? ' warm-up' : '';
  // Nothing is learned about one drive's reads from another state of the cache.
  const cache = readsOnce(plan) ? ` ${plan.cache}` : '';
  return {
    id: `${job} ${pass.kind} ${pass.loop}`,
    pace: `${direction} ${rowSlug(row)} ${pass.kind}${warmUp}${cache}`,
    work: plan.revisit && pass.limitS > 0 ? Number.MAX_SAFE_INTEGER : bytes,
    usualPerS: usualCallsPerS * row.block_bytes,
    ...(pass.limitS > 0 && { limitS: pass.limitS }),
  };
}

/** `loop`: where each has its own part of the file to verify. */
export function verifyStep(plan: MatrixPlan, job: number, head: JobHead, loop = 0): Step {
  const work = plan.verify === 'all' ? visitedBytes(plan) : SAMPLED_VERIFY_BYTES;
  const workers = workersOfRow(matrixFiles(plan), rowOf(plan, head));
  return { id: `${job} verify ${loop}`, pace: `verify ${plan.verify} ${workers}`, work, usualPerS: USUAL.verify };
}

function jobSteps(plan: MatrixPlan, job: number, head: JobHead): Step[] {
  const passes = passesOfJob(plan, head);
  const rest = plan.interval_s > 0 ? [restStep(plan, job)] : [];
  if (readsOnce(plan)) {
    const steps = passes.flatMap((pass) => [passStep(plan, job, head, pass), verifyStep(plan, job, head, pass.loop)]);
    return [...rest, ...steps];
  }
  const verify = head.direction === 'read' ? [verifyStep(plan, job, head)] : [];
  return [...rest, ...passes.map((pass) => passStep(plan, job, head, pass)), ...verify];
}

/** Writing the file on which floors are probed, where the run's own must stay untouched. */
export function hotFillStep(plan: MatrixPlan, layout: Layout): Step {
  return fillStep(hotFilesOf(plan), layout, 'hot fill');
}

/** Writing the run's own file, in one piece or in parts. */
export function matrixFillStep(plan: MatrixPlan, layout: Layout): Step {
  return { ...fillStep(matrixFiles(plan), layout), work: matrixFilledBytes(plan, layout) };
}

export function matrixSteps(plan: MatrixPlan, layout: Layout): Step[] {
  const fillFirst = readsOnce(plan) ? hotFillStep(plan, layout) : matrixFillStep(plan, layout);
  const floors = floorsOf(plan).map((_, index) => floorStep(plan, index));
  const fillNext = {
    'as-is': [],
    cold: [],
    deep: [matrixFillStep(plan, layout)],
    drive: [matrixFillStep(plan, layout), sampleFillStep(plan, layout), forgetStep()],
  }[plan.cache];
  return [fillFirst, ...floors, ...fillNext, ...jobsOf(plan).flatMap((head, job) => jobSteps(plan, job, head))];
}

function passBytesWrittenMax(plan: MatrixPlan, head: JobHead, pass: PassHead): number {
  if (head.direction === 'read') return 0;
  const share = head.direction === 'mix' ? 1 - plan.mix_read_percent / 100 : 1;
  const perSecond = Math.min(MAX_BYTES_PER_S, MAX_CALLS_PER_S * rowOf(plan, head).block_bytes);
  const inTime = pass.limitS === 0 ? Number.POSITIVE_INFINITY : pass.limitS * perSecond;
  // Without a limit a pass ends when the file has been visited, whether revisiting is asked for or not.
  const visit = plan.revisit && pass.limitS > 0 ? Number.POSITIVE_INFINITY : plan.file_bytes;
  return Math.ceil(share * Math.min(inTime, visit));
}

export function matrixBytesWrittenMax(plan: MatrixPlan, layout: Layout): number {
  const loops = plan.until_stable ? Math.max(plan.loops, MAX_STABLE_LOOPS) : plan.loops;
  const longest = { ...plan, loops };
  const hot = readsOnce(plan) ? filledBytes(hotFilesOf(plan), layout) : 0;
  const own = plan.cache === 'cold' ? 0 : matrixFilledBytes(plan, layout);
  const sampled = plan.cache === 'drive' ? filledBytes(sampleFilesOf(plan), layout) : 0;
  const passes = jobsOf(plan).flatMap((head) =>
    passesOfJob(longest, head).map((pass) => passBytesWrittenMax(plan, head, pass)),
  );
  return hot + own + sampled + sum(passes);
}
