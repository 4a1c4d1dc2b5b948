import type { Layout } from '../documents/environment.ts';
import { sum } from '../documents/wire.ts';
import { filledBytes, type DataFiles } from './files.ts';

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
  /** What its workers count while they are at it, in the unit of its work; `work`: just that, whatever the unit. */
  readonly counts?: 'bytes' | 'calls' | 'work';
  /** It depends on what no page can see: before this browser has done it once, it may take its whole limit. */
  readonly isUnforeseen?: boolean;
}

/** How long a step took. */
export interface TimedStep extends Pick<Step, 'pace' | 'work' | 'limitS'> {
  readonly seconds: number;
}

/** What this browser took for the latest step of each pace. */
export type Paces = Readonly<Record<string, TimedStep>>;

/** What a run takes, to be shown before it begins. */
export interface Estimate {
  readonly seconds: number;
  /** The same, if every step that nobody can foresee takes its whole limit. */
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

/** Starting the workers and opening the files. */
export const START_STEP: Step = { id: 'start', pace: 'start', work: 1, usualPerS: USUAL_STARTS_PER_S };
/** Ending the workers and deleting the files. */
export const CLEAN_STEP: Step = { id: 'clean', pace: 'clean', work: 1, usualPerS: USUAL_CLEANS_PER_S };

/**
 * All steps of a run, with its start and its end. What these two take depends on how many workers and files a family has,
 * so each family has its own pace.
 */
export function wholeRun(family: string, steps: readonly Step[]): Step[] {
  const start = { ...START_STEP, pace: `${START_STEP.pace} ${family}` };
  const clean = { ...CLEAN_STEP, pace: `${CLEAN_STEP.pace} ${family}` };
  return [start, ...steps, clean];
}

/** Of `loadStep`. */
export const LOAD_STEP_ID = 'load';

/** Starting a family's own worker, and what that warms up before its first step. */
export function loadStep(family: string, usualSeconds: number): Step {
  return { id: LOAD_STEP_ID, pace: `load ${family}`, work: 1, usualPerS: 1 / usualSeconds };
}

/** Writing the files for the first time, and their flush. */
export function fillStep(files: DataFiles, layout: Layout, id = 'fill'): Step {
  return { id, pace: 'fill', work: filledBytes(files, layout), usualPerS: USUAL_FILL_BYTES_PER_S, counts: 'bytes' };
}

/**
 * How long a step is expected to take: at the rate seen in this browser, or the usual one, up to its limit. What the
 * last step of the pace took beyond its limit, such as a closing flush, is expected again.
 */
export function secondsOf(step: Step, paces: Paces = {}): number {
  const seen = Object.hasOwn(paces, step.pace) ? paces[step.pace] : undefined;
  const beyondLimitS = seen?.limitS === undefined ? 0 : Math.max(0, seen.seconds - seen.limitS);
  const limitS = step.limitS === undefined ? Number.POSITIVE_INFINITY : step.limitS + beyondLimitS;
  if (step.work === 0) return step.limitS === undefined ? 0 : limitS;
  const secondsPerWork = seen && seen.work > 0 ? seen.seconds / seen.work : 1 / step.usualPerS;
  return Math.min(Math.max(step.work * secondsPerWork, step.minS ?? 0), limitS);
}

export function secondsOfSteps(steps: readonly Step[], paces: Paces = {}): number {
  return sum(steps.map((step) => secondsOf(step, paces)));
}

/** The same, if every step takes its whole limit that nobody can foresee and this browser has not done. */
export function secondsMaxOfSteps(steps: readonly Step[], paces: Paces = {}): number {
  const maxOf = (step: Step) => (step.isUnforeseen && !Object.hasOwn(paces, step.pace) ? (step.limitS ?? 0) : 0);
  return sum(steps.map((step) => Math.max(secondsOf(step, paces), maxOf(step))));
}

/** The paces of a browser after another run: the latest step of each pace counts. */
export function withPaces(paces: Paces, timed: readonly TimedStep[]): Paces {
  return { ...paces, ...Object.fromEntries(timed.map((step) => [step.pace, step])) };
}
