import { secondsOf, secondsOfSteps, withPaces, type Paces, type Step, type TimedStep } from '@opfsmark/schema/schedule';

/**
 * How far the run is. Steps are entered in their order: those in between were skipped, one that was not scheduled is
 * added. A step lasts until the next is entered, and sets the pace of those that are like it.
 */
export class Forecast {
  #ahead: readonly Step[];
  #paces: Paces;
  #current: Step | null = null;
  #enteredMs: number;
  #fraction = 0;
  readonly #startedMs: number;
  readonly #timed: TimedStep[] = [];

  constructor(steps: readonly Step[], paces: Paces, nowMs: number) {
    this.#ahead = steps;
    this.#paces = paces;
    this.#startedMs = nowMs;
    this.#enteredMs = nowMs;
  }

  /** Replaces the steps that have not begun: known better once the layout is. */
  replace(steps: readonly Step[]): void {
    this.#ahead = steps.slice(steps.findIndex(({ id }) => id === this.#current?.id) + 1);
  }

  /** Entering the step that is under way goes on with it. */
  enter(step: Step, nowMs: number): void {
    if (step.id === this.#current?.id) return;
    this.finish(nowMs);
    this.#current = step;
    this.#enteredMs = nowMs;
    this.#ahead = this.#ahead.slice(this.#ahead.findIndex(({ id }) => id === step.id) + 1);
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
    const timed = { pace, work, seconds, ...(limitS !== undefined && { limitS }) };
    this.#timed.push(timed);
    this.#paces = withPaces(this.#paces, [timed]);
    this.#current = null;
  }

  /** The step under way was cut off: nothing is learned from it. */
  abandon(): void {
    this.#current = null;
  }

  /** The steps that were finished, in order. */
  get timed(): readonly TimedStep[] {
    return this.#timed;
  }

  /** The step under way; `null` between two. */
  get current(): Step | null {
    return this.#current;
  }

  /**
   * The step under way is expected to take its own rate for the part of its work that is done, and for the rest what was
   * expected before: a rate that is seen for a moment is not believed at once. What is like it follows.
   */
  #ofStep(nowMs: number, done: number): { readonly secondsLeft: number; readonly paces: Paces } {
    const step = this.#current;
    if (!step) return { secondsLeft: 0, paces: this.#paces };
    const inStep = (nowMs - this.#enteredMs) / 1000;
    const expected = secondsOf(step, this.#paces);
    const part = step.work > 0 ? Math.min(1, done / step.work) : 0;
    if (part === 0) return { secondsLeft: Math.max(0, expected - inStep), paces: this.#paces };
    const { pace, work, limitS, minS = 0 } = step;
    const most = limitS === undefined ? Number.POSITIVE_INFINITY : secondsOf({ ...step, work: Infinity }, this.#paces);
    const seconds = (1 - part) * expected + inStep;
    const byWork = Math.max((1 - part) * seconds, minS - inStep);
    return {
      secondsLeft: Math.max(0, Math.min(byWork, most - inStep)),
      // A step that ends at its limit tells nothing of its pace.
      paces: seconds < most ? withPaces(this.#paces, [{ pace, work, seconds }]) : this.#paces,
    };
  }

  /** `done`: the work of the step under way so far. The fraction never falls, even where the rest turns out to take longer. */
  at(nowMs: number, done = 0): { readonly fraction: number; readonly secondsLeft: number } {
    const elapsed = (nowMs - this.#startedMs) / 1000;
    const step = this.#ofStep(nowMs, done);
    const secondsLeft = step.secondsLeft + secondsOfSteps(this.#ahead, step.paces);
    if (elapsed + secondsLeft > 0) this.#fraction = Math.max(this.#fraction, elapsed / (elapsed + secondsLeft));
    return { fraction: Math.min(1, this.#fraction), secondsLeft };
  }
}
