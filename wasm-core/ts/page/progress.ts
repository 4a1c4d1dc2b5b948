import {
  lastOf,
  secondsMaxOf,
  secondsMaxOfSteps,
  secondsOf,
  secondsOfSteps,
  withRates,
  type MeasuredRates,
  type Step,
  type TimedStep,
} from '@opfsmark/schema/schedule';
import type { Live, Phase, Progress } from '../api.ts';
import type { Control } from '../protocol/control.ts';
import type { Clock } from './clock.ts';

/** A step that nobody can foresee, and which goes on, has so many times as much work as was done. */
const UNFORESEEN_TIMES = 1.1;

/** See `Progress`. */
type TimeLeft = Pick<Progress, 'secondsLeft' | 'secondsLeftMax'>;

/**
 * How far the run is. Steps are entered in their order: those in between were skipped, one that was not scheduled is
 * added. A step lasts until the next is entered, and sets the pace of those that are like it.
 */
export class Forecast {
  #stepsAhead: readonly Step[];
  #rates: MeasuredRates;
  #current: Step | null = null;
  #enteredMs: number;
  #fraction = 0;
  readonly #startedMs: number;
  readonly #timedSteps: TimedStep[] = [];

  constructor(steps: readonly Step[], rates: MeasuredRates, nowMs: number) {
    this.#stepsAhead = steps;
    this.#rates = rates;
    this.#startedMs = nowMs;
    this.#enteredMs = nowMs;
  }

  /** Replaces the steps that have not begun: known better once the layout is. */
  replace(steps: readonly Step[]): void {
    this.#stepsAhead = steps.slice(steps.findIndex(({ id }) => id === this.#current?.id) + 1);
  }

  /** Entering the step that is under way goes on with it. */
  enter(step: Step, nowMs: number): void {
    if (step.id === this.#current?.id) return;
    this.finish(nowMs);
    this.#current = step;
    this.#enteredMs = nowMs;
    this.#stepsAhead = this.#stepsAhead.slice(this.#stepsAhead.findIndex(({ id }) => id === step.id) + 1);
  }

  /** The step under way has done this much, not what was planned: its pace follows from it. */
  countWork(work: number): void {
    if (this.#current) this.#current = { ...this.#current, work };
  }

  /** The step under way has come to its end. */
  finish(nowMs: number): void {
    if (!this.#current) return;
    const { pace, work, limitS } = this.#current;
    const seconds = (nowMs - this.#enteredMs) / 1000;
    const timedStep = { pace, work, seconds, ...(limitS !== undefined && { limitS }) };
    this.#timedSteps.push(timedStep);
    this.#rates = withRates(this.#rates, [timedStep]);
    this.#current = null;
  }

  /** The step under way was cut off: nothing is learned from it. */
  abandon(): void {
    this.#current = null;
  }

  /** The steps that were finished, in order. */
  get timed(): readonly TimedStep[] {
    return this.#timedSteps;
  }

  /** The step under way; `null` between two. */
  get current(): Step | null {
    return this.#current;
  }

  /** The work of the step under way: where nobody can foresee it, that of the last time, and a tenth more than was done. */
  #workOf(step: Step, doneWork: number): number {
    if (!step.isUnforeseen) return step.work;
    return Math.max(lastOf(step, this.#rates)?.work ?? step.work, doneWork * UNFORESEEN_TIMES);
  }

  /**
   * The step under way is expected to take its own rate for the part of its work that is done, and for the rest what was
   * expected before: a rate that is seen for a moment is not believed at once. What is like it follows.
   */
  #ofStep(nowMs: number, doneWork: number): TimeLeft & { readonly rates: MeasuredRates } {
    const step = this.#current;
    if (!step) return { secondsLeft: 0, secondsLeftMax: 0, rates: this.#rates };
    const inStep = (nowMs - this.#enteredMs) / 1000;
    const expectedS = secondsOf(step, this.#rates);
    const work = this.#workOf(step, doneWork);
    const part = work > 0 ? Math.min(1, Math.max(0, doneWork / work)) : 0;
    const mostS = secondsMaxOf(step, this.#rates);
    if (part === 0) {
      const secondsLeft = Math.max(0, expectedS - inStep);
      return { secondsLeft, secondsLeftMax: Math.max(secondsLeft, mostS - inStep), rates: this.#rates };
    }
    const { pace, limitS, minS = 0 } = step;
    const byLimit = () => secondsOf({ ...step, work: Infinity, isUnforeseen: false }, this.#rates);
    const maxS = limitS === undefined ? Number.POSITIVE_INFINITY : byLimit();
    const seconds = (1 - part) * expectedS + inStep;
    const byWork = Math.max((1 - part) * seconds, minS - inStep);
    const secondsLeft = Math.max(0, Math.min(byWork, maxS - inStep));
    // The more of it is done, the less its own rate can mislead.
    const byRate = secondsLeft + (1 - part) * Math.max(0, mostS - expectedS);
    const mostLeft = step.isUnforeseen && !lastOf(step, this.#rates) ? mostS - inStep : byRate;
    return {
      secondsLeft,
      secondsLeftMax: Math.max(secondsLeft, mostLeft),
      // A step that ends at its limit tells nothing of its pace.
      rates: seconds < maxS && !step.isUnforeseen ? withRates(this.#rates, [{ pace, work, seconds }]) : this.#rates,
    };
  }

  /**
   * `doneWork`: the work of the step under way so far. The fraction never falls, even where the rest turns out to take
   * longer.
   */
  at(nowMs: number, doneWork = 0): TimeLeft & { readonly fraction: number } {
    const elapsedS = (nowMs - this.#startedMs) / 1000;
    const step = this.#ofStep(nowMs, doneWork);
    const secondsLeft = step.secondsLeft + secondsOfSteps(this.#stepsAhead, step.rates);
    const secondsLeftMax = step.secondsLeftMax + secondsMaxOfSteps(this.#stepsAhead, step.rates);
    if (elapsedS + secondsLeft > 0) this.#fraction = Math.max(this.#fraction, elapsedS / (elapsedS + secondsLeft));
    return { fraction: Math.min(1, this.#fraction), secondsLeft, secondsLeftMax };
  }
}

const FIELDS = ['readOps', 'writeOps', 'readBytes', 'writeBytes', 'busyReadNs', 'busyWriteNs'] as const;
type Sums = Record<(typeof FIELDS)[number], number>;

const ZERO: Sums = { readOps: 0, writeOps: 0, readBytes: 0, writeBytes: 0, busyReadNs: 0, busyWriteNs: 0 };

/** The values of iostat, from how far the workers' lanes went since the last look. */
export class LiveMeter {
  #lastSums = ZERO;
  /** All that was seen since the first look. */
  readonly seen = { bytes: 0, calls: 0 };
  #lastMs: number;

  constructor(nowMs: number) {
    this.#lastMs = nowMs;
  }

  read(control: Control, nowMs: number): Live | null {
    const sums = Object.fromEntries(FIELDS.map((field) => [field, control.sum(field)])) as Sums;
    // Lanes begin at 0 again with every pass.
    const isBegunAnew = FIELDS.some((field) => sums[field] < this.#lastSums[field]);
    const sumsBefore = isBegunAnew ? ZERO : this.#lastSums;
    const seconds = (nowMs - this.#lastMs) / 1000;
    this.#lastSums = sums;
    this.#lastMs = nowMs;
    const rise = (field: keyof Sums) => sums[field] - sumsBefore[field];
    this.seen.bytes += rise('readBytes') + rise('writeBytes');
    this.seen.calls += rise('readOps') + rise('writeOps');
    if (seconds <= 0) return null;

    const rate = (field: keyof Sums) => rise(field) / seconds;
    const opsPerS = rate('readOps') + rate('writeOps');
    const busyNsPerS = rate('busyReadNs') + rate('busyWriteNs');
    const queue = busyNsPerS / 1e9;
    return {
      readOpsPerS: rate('readOps'),
      writeOpsPerS: rate('writeOps'),
      readBytesPerS: rate('readBytes'),
      writeBytesPerS: rate('writeBytes'),
      awaitNs: opsPerS > 0 ? busyNsPerS / opsPerS : 0,
      queue,
      // Calls of several workers overlap: with one or more in flight on average there was always one.
      utilPercent: Math.min(100, queue * 100),
    };
  }
}

/** Where the run is, apart from numbers. */
export type RunPosition = Pick<Progress, 'phase' | 'job' | 'passKind' | 'loop' | 'loops'>;

/** A place that belongs to no job. */
export function placeOf(phase: Phase): RunPosition {
  return { phase, job: null, passKind: null, loop: 0, loops: 0 };
}

/** The work of a run before the page reloaded itself. */
export interface Earlier {
  readonly wallMs: number;
  readonly bytesWritten: number;
}

const NOTHING_EARLIER: Earlier = { wallMs: 0, bytesWritten: 0 };

/** Nobody counts what is done in them, and it is little. */
const UNCOUNTED_AND_SHORT: ReadonlySet<Phase> = new Set(['preparing', 'cleaning']);

/** Puts together what the page shows about ten times per second; reads shared memory, asks no worker. */
export class ProgressMeter {
  readonly forecast: Forecast;
  readonly #clock: Clock;
  readonly #liveMeter: LiveMeter;
  #place = placeOf('preparing');
  #bytesWritten: number;
  /** The part that was seen of the step under way. */
  #done = 0;
  /** What had been done when something was seen to move, and when that was. */
  #moved = { sum: 0, atMs: 0 };
  /** The counts from before the step under way began. */
  #countsBefore = { bytes: 0, calls: 0, work: 0 };

  constructor(
    clock: Clock,
    steps: readonly Step[],
    rates: MeasuredRates,
    { wallMs, bytesWritten }: Earlier = NOTHING_EARLIER,
  ) {
    this.#clock = clock;
    this.#bytesWritten = bytesWritten;
    this.#liveMeter = new LiveMeter(clock.nowMs());
    this.#moved.atMs = clock.nowMs();
    this.forecast = new Forecast(steps, rates, clock.nowMs() - wallMs);
  }

  /** `step`: the one that begins here; without it the one under way goes on. */
  enter(place: RunPosition, control: Control | null, step?: Step): void {
    this.#place = place;
    this.#moved.atMs = this.#clock.nowMs();
    if (!step || step.id === this.forecast.current?.id) return;
    this.#countsBefore = this.#countsOf(control);
    this.#done = 0;
    this.forecast.enter(step, this.#clock.nowMs());
  }

  finishStep(): void {
    this.forecast.finish(this.#clock.nowMs());
  }

  /** Counts what a request has written, and clears the lanes that said so while it was under way. */
  addWritten(control: Control, bytes: number): void {
    this.#bytesWritten += bytes;
    control.clear();
  }

  bytesWritten(control: Control | null): number {
    return this.#bytesWritten + (control?.sum('writeBytes') ?? 0);
  }

  #countsOf(control: Control | null) {
    return { ...this.#liveMeter.seen, work: control?.sum('work') ?? 0 };
  }

  /** Work of the step under way that was seen; 0 where nobody counts it. Lanes begin anew with each request of a step. */
  #doneInStep(control: Control | null): number {
    const unit = this.forecast.current?.counts;
    if (unit) this.#done = Math.max(this.#done, this.#countsOf(control)[unit] - this.#countsBefore[unit]);
    return this.#done;
  }

  #stillSeconds(control: Control | null, nowMs: number): number {
    const { bytes, calls, work } = this.#countsOf(control);
    const sum = bytes + calls + work;
    const { phase, job } = this.#place;
    const isWork = phase === 'filling' || phase === 'forgetting' || phase === 'measuring';
    const isCounted = job !== null || this.forecast.current?.counts !== undefined;
    const isWatched = isWork ? isCounted : UNCOUNTED_AND_SHORT.has(phase);
    if (sum !== this.#moved.sum || !isWatched) this.#moved = { sum, atMs: nowMs };
    return (nowMs - this.#moved.atMs) / 1000;
  }

  read(control: Control | null): Progress {
    const nowMs = this.#clock.nowMs();
    const live = control && this.#liveMeter.read(control, nowMs);
    const done = this.#doneInStep(control);
    const isMoving = this.#place.phase === 'measuring' || this.#place.phase === 'filling';
    return {
      ...this.#place,
      ...this.forecast.at(nowMs, done),
      clearedBytes: this.#place.phase === 'forgetting' ? done : null,
      stillSeconds: this.#stillSeconds(control, nowMs),
      bytesWritten: this.bytesWritten(control),
      live: isMoving ? live : null,
    };
  }
}
