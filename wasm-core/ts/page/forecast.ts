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

  /** The fraction never falls, even where the rest turns out to take longer. */
  at(nowMs: number): { readonly fraction: number; readonly secondsLeft: number } {
    const elapsed = (nowMs - this.#startedMs) / 1000;
    const inStep = (nowMs - this.#enteredMs) / 1000;
    const ofStep = this.#current ? Math.max(0, secondsOf(this.#current, this.#paces) - inStep) : 0;
    const secondsLeft = ofStep + secondsOfSteps(this.#ahead, this.#paces);
    if (elapsed + secondsLeft > 0) this.#fraction = Math.max(this.#fraction, elapsed / (elapsed + secondsLeft));
    return { fraction: Math.min(1, this.#fraction), secondsLeft };
  }
}
