import type { Layout } from './environment.ts';
import {
  FILL_BLOCK_BYTES,
  MAX_STABLE_LOOPS,
  readsOnce,
  visitEvery,
  visitedBytes,
  workersOf,
  type Direction,
  type MatrixPlan,
  type Row,
} from './plan.ts';
import type { Pass, PassKind } from './result.ts';
import { KIB, MIB } from './units.ts';

/**
 * What a plan is made of, in order: the single definition of the schedule, which the orchestrator executes and from
 * which time and wear are estimated beforehand.
 */
export interface JobHead {
  /** Index in `plan.rows`. */
  readonly row: number;
  readonly direction: Direction;
}

export interface PassHead {
  readonly kind: PassKind;
  /** 0 is the warm-up. */
  readonly loop: number;
  readonly timing: Pass['timing'];
  /** `end`: one flush that belongs to the window; `each`: every write with its own. */
  readonly flush: 'none' | 'end' | 'each';
  /** 0: until the file has been visited. */
  readonly limitS: number;
}

/** Reads up to this size are too quick to time one by one without slowing them: see `PassKind`. */
export const BATCHED_BLOCK_BYTES = 64 * KIB;
/** The passes beside the headline are shorter: enough calls for a 99.9th percentile, and Quick stays under a minute. */
const EXTRA_LIMIT_S = 1;
const WARM_UP_LIMIT_S = 0.5;
/** Long enough for 10,000 hot 4 KiB reads in the slowest browser measured. */
export const FLOOR_LIMIT_S = 0.2;

/**
 * What a floor is probed on. Larger than the caches of a processor, or it would be the floor of its caches and not of the
 * memory: 1 MiB copied out of 16 MiB took 80 us where out of 128 MiB it took 130 us, and a job's own reads of data in
 * memory 190 us.
 */
export const HOT_BYTES = 128 * MIB;

/** A slow drive, so that the time shown beforehand is rather too long: a flush waits for what was written. */
const ASSUMED_BYTES_PER_S = 200e6;
const ASSUMED_CALLS_PER_S = 2_000;
/** Faster than any drive and any browser, so that the wear shown beforehand is never too small. */
const MOST_BYTES_PER_S = 16e9;
const MOST_CALLS_PER_S = 1e6;
/** Starting the workers, opening and deleting files; a sampled verification. */
const START_S = 1;
const VERIFY_S = 0.2;

/** The jobs in their order: all rows in the first direction, then all in the next. */
export function jobsOf(plan: MatrixPlan): JobHead[] {
  return plan.directions.flatMap((direction) => plan.rows.map((_, row) => ({ row, direction })));
}

export function rowOf(plan: MatrixPlan, head: JobHead): Row {
  const row = plan.rows[head.row];
  if (!row) throw new RangeError(`the plan has no row ${head.row}`);
  return row;
}

const atMost = (limitS: number, mostS: number) => (limitS === 0 ? mostS : Math.min(limitS, mostS));

/** One loop of a job. Warm-up and loops differ in `loop` and length only, so that a warm-up leaves nothing unflushed. */
export function passesOfLoop(plan: MatrixPlan, head: JobHead, loop: number): PassHead[] {
  const { limit_s: limitS } = plan;
  const extraS = atMost(limitS, EXTRA_LIMIT_S);
  const headline = { kind: 'throughput', loop, timing: 'each', limitS } as const;
  // A drive takes so much longer than a look at the clock that one pass gives both figures.
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
    .map((pass) => ({ ...pass, limitS: atMost(plan.limit_s, WARM_UP_LIMIT_S) }));
  const loops = Array.from({ length: plan.loops }, (_, index) => passesOfLoop(plan, head, index + 1));
  return [...warmUp, ...loops.flat()];
}

/** How many workers a row really gets: Q x T up to the cap, and a block of the file for each at the least. */
export function workersOfRow(plan: MatrixPlan, row: Row): number {
  return Math.min(workersOf(row), Math.floor(visitedBytes(plan) / row.block_bytes));
}

/** Blocks of a row in the file: in all (`shared`) or in each worker's own file (`per-worker`). */
export function blocksOfRow(plan: MatrixPlan, row: Row, layout: Layout): number {
  const blocks = Math.floor(visitedBytes(plan) / row.block_bytes);
  return layout === 'shared' ? blocks : Math.floor(blocks / workersOfRow(plan, row));
}

/**
 * The sizes of the files that these rows visit. `per-worker`: a row at N workers visits the first 1/N of the first N
 * files, so file i is as large as the largest part of a row that has more than i workers, in whole fill blocks.
 */
export function fileSizes(plan: MatrixPlan, layout: Layout, rows: readonly Row[] = plan.rows): number[] {
  if (layout === 'shared') return [visitedBytes(plan)];
  const most = Math.max(...rows.map((row) => workersOfRow(plan, row)));
  return Array.from({ length: most }, (_, index) => {
    const parts = rows
      .filter((row) => workersOfRow(plan, row) > index)
      .map((row) => blocksOfRow(plan, row, layout) * row.block_bytes);
    return Math.ceil(Math.max(...parts) / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
  });
}

/** A part of the file that one loop of one row reads, and nothing else: see `readsOnce`. */
export interface FilePart {
  readonly index: number;
  readonly row: Row;
}

/** In the order in which they are written and read. */
export function filePartsOf(plan: MatrixPlan): FilePart[] {
  return plan.rows.flatMap((row, at) =>
    Array.from({ length: plan.loops }, (_, loop) => ({ index: at * plan.loops + loop, row })),
  );
}

/** The part that is read in `loop` (from 1) of this job. */
export function filePartOf(plan: MatrixPlan, head: JobHead, loop: number): FilePart {
  return { index: head.row * plan.loops + loop - 1, row: rowOf(plan, head) };
}

/** All that is filled before the jobs of a run, in bytes. */
export function filledBytes(plan: MatrixPlan, layout: Layout): number {
  if (!readsOnce(plan)) return sum(fileSizes(plan, layout));
  return sum(filePartsOf(plan).map(({ row }) => sum(fileSizes(plan, layout, [row]))));
}

/**
 * The plan of the file on which floors are probed: the run's own, which was just written, except where it must stay
 * untouched. It has room for the workers of every row.
 */
export function hotPlanOf(plan: MatrixPlan): MatrixPlan {
  if (!readsOnce(plan)) return plan;
  const needed = Math.max(...plan.rows.map((row) => workersOfRow(plan, row) * row.block_bytes));
  const hotBytes = Math.min(visitedBytes(plan), Math.max(HOT_BYTES, needed));
  return { ...plan, cache: 'as-is', file_bytes: Math.ceil(hotBytes / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES };
}

/** The different (block, workers) pairs of the rows that are read: what a call costs without a drive is probed for each. */
export function floorsOf(plan: MatrixPlan): { readonly blockBytes: number; readonly workers: number }[] {
  if (!plan.directions.some((direction) => direction !== 'write')) return [];
  const pairs = plan.rows.map((row) => [`${row.block_bytes} ${workersOfRow(plan, row)}`, row] as const);
  return [...new Map(pairs).values()].map((row) => ({
    blockBytes: row.block_bytes,
    workers: workersOfRow(plan, row),
  }));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** How long a pass takes at the most; without a limit, on a slow drive. */
export function passSeconds(plan: MatrixPlan, head: JobHead, pass: PassHead): number {
  const row = rowOf(plan, head);
  const blocks = Math.ceil(Math.floor(visitedBytes(plan) / row.block_bytes) / visitEvery(plan, row));
  const visitS = Math.max((blocks * row.block_bytes) / ASSUMED_BYTES_PER_S, blocks / ASSUMED_CALLS_PER_S);
  const windowS = pass.limitS === 0 ? visitS : pass.limitS;
  const flushS = pass.flush === 'end' ? plan.file_bytes / ASSUMED_BYTES_PER_S : 0;
  return windowS + flushS;
}

export function fillSeconds(plan: MatrixPlan, layout: Layout): number {
  return filledBytes(plan, layout) / ASSUMED_BYTES_PER_S;
}

/** Verification after the job: nothing but reads has a content to compare. */
export function verifySeconds(plan: MatrixPlan, head: JobHead): number {
  if (head.direction !== 'read') return 0;
  return plan.verify === 'all' ? plan.file_bytes / ASSUMED_BYTES_PER_S : VERIFY_S;
}

function passBytesWrittenMax(plan: MatrixPlan, head: JobHead, pass: PassHead): number {
  if (head.direction === 'read') return 0;
  const share = head.direction === 'mix' ? 1 - plan.mix_read_percent / 100 : 1;
  const perSecond = Math.min(MOST_BYTES_PER_S, MOST_CALLS_PER_S * rowOf(plan, head).block_bytes);
  const inTime = pass.limitS === 0 ? Number.POSITIVE_INFINITY : pass.limitS * perSecond;
  // Without a limit a pass ends when the file has been visited, whether revisiting is asked for or not.
  const visit = plan.revisit && pass.limitS > 0 ? Number.POSITIVE_INFINITY : plan.file_bytes;
  return Math.ceil(share * Math.min(inTime, visit));
}

export interface Estimate {
  readonly seconds: number;
  readonly bytesWrittenMax: number;
}

/** Writing the file that a cold run reads after a restart. */
export function estimatePreparation(plan: MatrixPlan, layout: Layout = 'shared'): Estimate {
  return { seconds: START_S + fillSeconds(plan, layout), bytesWrittenMax: filledBytes(plan, layout) };
}

/** What is written before the jobs: by a cold run only the file for the floors, as its own was prepared. */
function fillsOf(plan: MatrixPlan): MatrixPlan[] {
  if (!readsOnce(plan)) return [plan];
  return plan.cache === 'cold' ? [hotPlanOf(plan)] : [hotPlanOf(plan), plan];
}

/**
 * What a run takes at the most, to be shown before it begins. Bytes are a true bound. Seconds add up the time limits;
 * what has none (filling, flushing, a pass without limit) is reckoned on a slow drive at 200 MB/s.
 */
export function estimate(plan: MatrixPlan, layout: Layout = 'shared'): Estimate {
  const loops = plan.until_stable ? Math.max(plan.loops, MAX_STABLE_LOOPS) : plan.loops;
  const longest = { ...plan, loops };
  const passes = jobsOf(plan).flatMap((head) => passesOfJob(longest, head).map((pass) => ({ head, pass })));
  const around = jobsOf(plan).map((head) => plan.interval_s + verifySeconds(plan, head));
  const fills = fillsOf(plan);
  return {
    seconds:
      START_S +
      sum(fills.map((filled) => fillSeconds(filled, layout))) +
      floorsOf(plan).length * FLOOR_LIMIT_S +
      sum(around) +
      sum(passes.map(({ head, pass }) => passSeconds(plan, head, pass))),
    bytesWrittenMax:
      sum(fills.map((filled) => filledBytes(filled, layout))) +
      sum(passes.map(({ head, pass }) => passBytesWrittenMax(plan, head, pass))),
  };
}
