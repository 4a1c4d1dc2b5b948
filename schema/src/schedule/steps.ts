import { FILL_BLOCK_BYTES, STANDARD_SEED } from '../documents/bounds.ts';
import type { Layout } from '../documents/environment.ts';
import { workersOf } from '../documents/row-name.ts';
import type { Direction, Row } from '../documents/checks.ts';
import { sum } from '../documents/stats.ts';
import type { Pass, PassKind, Reads } from '../documents/pass.ts';
import { MIB } from '../documents/units.ts';

/** The data files that a run prepares before it measures, and the rows whose workers visit them. */
export interface DataFiles {
  readonly rows: readonly Row[];
  /** The bytes that one row visits, whatever the layout. */
  readonly bytes: number;
  readonly data: 'random' | 'zero';
  readonly seed: number;
}

/** For a family whose own worker makes what it measures. */
export const NO_DATA_FILES: DataFiles = { rows: [], bytes: 0, data: 'random', seed: STANDARD_SEED };

/** How many workers a row really gets: Q x T up to the cap, and at least a block of the file for each. */
export function workersOfRow({ bytes }: Pick<DataFiles, 'bytes'>, row: Row): number {
  return Math.min(workersOf(row), Math.floor(bytes / row.block_bytes));
}

/** How many workers hold handles on these files. */
export function workersOfFiles(files: DataFiles): number {
  return Math.max(0, ...files.rows.map((row) => workersOfRow(files, row)));
}

/** Blocks of a row in the file: in all (`shared`) or in each worker's own file (`per-worker`). */
export function blocksOfRow(files: Pick<DataFiles, 'bytes'>, row: Row, layout: Layout): number {
  const blocks = Math.floor(files.bytes / row.block_bytes);
  return layout === 'shared' ? blocks : Math.floor(blocks / workersOfRow(files, row));
}

/**
 * The sizes of the files. `per-worker`: a row at N workers visits the first 1/N of the first N files, so file i is as
 * large as the largest part of a row that has more than i workers, in whole fill blocks.
 */
export function fileSizes(files: DataFiles, layout: Layout): number[] {
  if (files.rows.length === 0) return [];
  if (layout === 'shared') return [files.bytes];
  return Array.from({ length: workersOfFiles(files) }, (_, index) => {
    const parts = files.rows
      .filter((row) => workersOfRow(files, row) > index)
      .map((row) => blocksOfRow(files, row, layout) * row.block_bytes);
    return Math.ceil(Math.max(...parts) / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
  });
}

/** All that filling these files writes. */
export function filledBytes(files: DataFiles, layout: Layout): number {
  return sum(fileSizes(files, layout));
}

/** One job of a schedule: a row, by its place among the rows whose files were prepared, and what is done with it. */
export interface JobSpec {
  readonly row: number;
  readonly direction: Direction;
  /** Only a read job of the grid has it. */
  readonly reads?: Reads;
}

/** One timed window, before it has run. */
export interface PassSpec {
  readonly kind: PassKind;
  /** 0 is the warm-up. */
  readonly loop: number;
  readonly timing: Pass['timing'];
  /** `end`: one flush that belongs to the window; `each`: every write with its own. */
  readonly flush: 'none' | 'end' | 'each';
  /** 0: until the file has been visited. */
  readonly limitS: number;
  /** Visits no more of the file than this; all of it without. */
  readonly maxBytes?: number;
}

/** The part of a file that a worker visits: visits first, first + stride, ... of its blocks, in the order of its pass. */
interface Share {
  readonly blockCount: number;
  readonly first: number;
  readonly stride: number;
}

/** How many visits a share has. */
export const visitsOfShare = ({ blockCount, first, stride }: Share): number =>
  Math.max(0, Math.ceil((blockCount - first) / stride));

/** One file: workers take turns, block by block. Own files: each its own from the beginning. */
export function shareOf(files: Pick<DataFiles, 'bytes'>, row: Row, layout: Layout, worker: number): Share {
  const turns = layout === 'shared' ? { first: worker, stride: workersOfRow(files, row) } : { first: 0, stride: 1 };
  return { blockCount: blocksOfRow(files, row, layout), ...turns };
}

/** What of a file a pass may visit. */
interface Bounds {
  readonly row: Row;
  readonly layout: Layout;
  /** Visits no more of the file than this; all of it without. */
  readonly maxBytes?: number | undefined;
  /** Visits one block in so many; 1 without it. */
  readonly visitEvery?: number | undefined;
  /** Whether all workers claim their visits from one share. */
  readonly isClaimed?: boolean;
}

/** The most that a pass may visit: in order the beginning of the file, at random blocks from all over it. */
function boundedShare(share: Share, workers: number, { row, layout, maxBytes }: Bounds): Share {
  if (maxBytes === undefined) return share;
  const files = layout === 'shared' ? 1 : workers;
  const blocks = Math.max(1, Math.floor(maxBytes / files / row.block_bytes));
  if (row.pattern === 'sequential') return { ...share, blockCount: Math.min(share.blockCount, blocks) };
  return { ...share, stride: share.stride * Math.ceil(share.blockCount / blocks) };
}

/** The share of each worker in a pass. */
export function sharesOfPass(files: Pick<DataFiles, 'bytes'>, bounds: Bounds): Share[] {
  const { row, layout, visitEvery = 1, isClaimed = false } = bounds;
  const workers = workersOfRow(files, row);
  return Array.from({ length: workers }, (_, worker) => {
    const share = boundedShare(shareOf(files, row, layout, worker), workers, bounds);
    if (isClaimed) return { ...share, first: 0, stride: visitEvery };
    return { ...share, stride: share.stride * visitEvery };
  });
}

/** How many calls a pass makes until it has visited all that it may. */
export function visitsOfPass(files: Pick<DataFiles, 'bytes'>, bounds: Bounds): number {
  const shares = sharesOfPass(files, bounds);
  return sum((bounds.isClaimed ? shares.slice(0, 1) : shares).map(visitsOfShare));
}

/** Long enough for 10,000 hot 4 KiB reads in the slowest browser measured. */
export const FLOOR_LIMIT_S = 0.2;

/**
 * The area that a floor is probed on. Larger than the caches of a processor, or it would be the floor of its caches and not of the
 * memory: 1 MiB copied out of 16 MiB took 80 us where out of 128 MiB it took 130 us, and a job's own reads of data in
 * memory 190 us.
 */
export const HOT_BYTES = 128 * MIB;

/** By so many standard deviations may chance give more than is expected: not once in all runs that anybody makes. */
const DEVIATIONS_MAX = 10;

/** How many calls of a kind there are at the most, where each of `calls` is of it by chance, with this probability. */
export function callsByChanceMax(calls: number, probability: number): number {
  const deviation = Math.sqrt(calls * probability * (1 - probability));
  return Math.min(calls, Math.ceil(calls * probability + DEVIATIONS_MAX * deviation));
}

/** How many calls are due at the most, where so many are expected of random times. */
export function callsDueMax(expectedCalls: number): number {
  return Math.ceil(expectedCalls + DEVIATIONS_MAX * (1 + Math.sqrt(expectedCalls)));
}

/** One part of a run, in the order in which they come. The time of a run is the sum of its steps. */
export interface Step {
  readonly id: string;
  /** Steps of one pace get through their work at one rate: "fill", "read rnd4k_q1t1 latency". */
  readonly pace: string;
  /** In the unit of the pace: bytes, calls, files or rows. 0 for a step that only takes its time. */
  readonly work: number;
  /**
   * Work per second, for a browser that has not measured yet: between an ordinary computer and the fastest that was measured,
   * so that neither takes a third more or less than was said.
   */
  readonly usualPerS: number;
  /** The step ends after this long, whatever is left of its work. Without work it takes just as long. */
  readonly limitS?: number;
  /** The step goes on for this long, even when its work is done. */
  readonly minS?: number;
  /** The unit that its workers count in while they are at it, in the unit of its work; `work`: just that, whatever the unit. */
  readonly counts?: 'bytes' | 'calls' | 'work';
  /** How much work it has depends on what no page can see: as much as the last time in this browser. */
  readonly isUnforeseen?: boolean;
}

/** How long a step took. */
export interface TimedStep extends Pick<Step, 'pace' | 'work' | 'limitS'> {
  readonly seconds: number;
}

/** The time that this browser took for the latest step of each pace. */
export type MeasuredRates = Readonly<Record<string, TimedStep>>;

/** The estimate of a run: what it takes, to be shown before it begins. */
export interface Estimate {
  readonly seconds: number;
  /** The time that 19 of 20 runs keep, also on a slow drive or a busy computer: see `secondsMaxOf`. */
  readonly secondsMax: number;
  /** A bound: nothing writes more. */
  readonly bytesWrittenMax: number;
}

/** A rest, or anything else whose length is known. */
export function fixedStep(id: string, seconds: number): Step {
  return { id, pace: id, work: 0, usualPerS: 1, limitS: seconds };
}

const USUAL_STARTS_PER_S = 2.5;
const USUAL_CLEANS_PER_S = 5;
const USUAL_FILL_BYTES_PER_S = 500e6;
const FILL_PACE = 'fill';

/** Starting the workers and opening the files. */
const START_STEP: Step = { id: 'start', pace: 'start', work: 1, usualPerS: USUAL_STARTS_PER_S };
/** Ending the workers and deleting the files. */
const CLEAN_STEP: Step = { id: 'clean', pace: 'clean', work: 1, usualPerS: USUAL_CLEANS_PER_S };

/**
 * All steps of a run, with its start and its end. What these two take depends on how many workers and files a family has,
 * so each family has its own pace.
 */
export function wholeRun(family: string, steps: readonly Step[]): Step[] {
  const startStep = { ...START_STEP, pace: `${START_STEP.pace} ${family}` };
  const cleanStep = { ...CLEAN_STEP, pace: `${CLEAN_STEP.pace} ${family}` };
  return [startStep, ...steps, cleanStep];
}

/** The id of `loadStep`. */
export const LOAD_STEP_ID = 'load';

/** Starting a family's own worker, and what that warms up before its first step. */
export function loadStep(family: string, usualSeconds: number): Step {
  return { id: LOAD_STEP_ID, pace: `load ${family}`, work: 1, usualPerS: 1 / usualSeconds };
}

/** Writing the files for the first time, and their flush. */
export function fillStep(files: DataFiles, layout: Layout, id = 'fill'): Step {
  return { id, pace: FILL_PACE, work: filledBytes(files, layout), usualPerS: USUAL_FILL_BYTES_PER_S, counts: 'bytes' };
}

/** The last step of this pace, with its time. */
export function lastOf({ pace }: Pick<Step, 'pace'>, rates: MeasuredRates): TimedStep | undefined {
  return Object.hasOwn(rates, pace) ? rates[pace] : undefined;
}

/** The bytes per second at which files were filled last; `null` in a browser that has filled none. */
export function fillRateIn(rates: MeasuredRates): number | null {
  const lastStep = lastOf({ pace: FILL_PACE }, rates);
  return lastStep && lastStep.seconds > 0 ? lastStep.work / lastStep.seconds : null;
}

/** The limit of a step, and what the last one of its pace took beyond its own, such as a closing flush. */
function limitOf({ limitS }: Step, lastStep: TimedStep | undefined): number {
  const beyondLimitS = lastStep?.limitS === undefined ? 0 : Math.max(0, lastStep.seconds - lastStep.limitS);
  return limitS === undefined ? Number.POSITIVE_INFINITY : limitS + beyondLimitS;
}

/** How long a step is expected to take: at the rate seen in this browser, or the usual one, up to its limit. */
export function secondsOf(step: Step, rates: MeasuredRates = {}): number {
  const lastStep = lastOf(step, rates);
  const limitS = limitOf(step, lastStep);
  if (step.isUnforeseen && lastStep) return Math.min(lastStep.seconds, limitS);
  if (step.work === 0) return step.limitS === undefined ? 0 : limitS;
  const secondsPerWork = lastStep && lastStep.work > 0 ? lastStep.seconds / lastStep.work : 1 / step.usualPerS;
  return Math.min(Math.max(step.work * secondsPerWork, step.minS ?? 0), limitS);
}

export function secondsOfSteps(steps: readonly Step[], rates: MeasuredRates = {}): number {
  return sum(steps.map((step) => secondsOf(step, rates)));
}

/** A step without a limit that this browser has not done takes at most so many times what is usual. */
const UNUSUAL_TIMES = 3;
/** So many where all it does is to fill a file, as on a slow stick. */
const SLOW_FILL_TIMES = 10;
/** A step takes at most so many times what the last of its pace took: the computer may be busy now. */
const BUSY_TIMES = 1.6;
/** So many, up to its limit, where nobody can foresee what it has to do: a host hands out memory at rates that differ as much. */
const UNFORESEEN_TIMES = 3;

/**
 * How long a step may take: its limit where this browser has not done it, since neither the drive nor the memory of this
 * computer is known.
 */
export function secondsMaxOf(step: Step, rates: MeasuredRates = {}): number {
  const lastStep = lastOf(step, rates);
  const expectedS = secondsOf(step, rates);
  const times = step.pace === FILL_PACE ? SLOW_FILL_TIMES : UNUSUAL_TIMES;
  if (!lastStep) return Math.max(expectedS, step.limitS ?? times * expectedS);
  if (step.isUnforeseen) return Math.max(expectedS, Math.min(UNFORESEEN_TIMES * expectedS, limitOf(step, lastStep)));
  return step.work === 0 ? expectedS : BUSY_TIMES * expectedS;
}

export function secondsMaxOfSteps(steps: readonly Step[], rates: MeasuredRates = {}): number {
  return sum(steps.map((step) => secondsMaxOf(step, rates)));
}

/** The rates of a browser after another run: the latest step of each pace counts. */
export function withRates(rates: MeasuredRates, timedSteps: readonly TimedStep[]): MeasuredRates {
  return { ...rates, ...Object.fromEntries(timedSteps.map((step) => [step.pace, step])) };
}
