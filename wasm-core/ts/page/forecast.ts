/** A part of the run with the time it is thought to take. `like`: parts that take about as long as each other. */
export interface Step {
  readonly id: string;
  readonly like: string;
  readonly seconds: number;
}

/**
 * How far the run is. Steps are entered in their order; those in between were skipped, one that was not planned is
 * added. What a step really took is expected of all that are like it.
 */
export class Forecast {
  #ahead: readonly Step[];
  #current: Step | null = null;
  #enteredMs = 0;
  #startedMs: number | null = null;
  #fraction = 0;
  readonly #learned = new Map<string, number>();

  constructor(steps: readonly Step[]) {
    this.#ahead = steps;
  }

  enter(step: Step, nowMs: number): void {
    this.#startedMs ??= nowMs;
    if (this.#current) this.#learned.set(this.#current.like, (nowMs - this.#enteredMs) / 1000);
    this.#current = step;
    this.#enteredMs = nowMs;
    this.#ahead = this.#ahead.slice(this.#ahead.findIndex(({ id }) => id === step.id) + 1);
  }

  /** The fraction never falls, even where the rest turns out to take longer. */
  at(nowMs: number): { readonly fraction: number; readonly secondsLeft: number } {
    const elapsed = (nowMs - (this.#startedMs ?? nowMs)) / 1000;
    const inStep = (nowMs - this.#enteredMs) / 1000;
    const left =
      (this.#current ? Math.max(0, this.#expected(this.#current) - inStep) : 0) +
      this.#ahead.reduce((sum, step) => sum + this.#expected(step), 0);
    if (elapsed + left > 0) this.#fraction = Math.max(this.#fraction, elapsed / (elapsed + left));
    return { fraction: Math.min(1, this.#fraction), secondsLeft: left };
  }

  #expected(step: Step): number {
    return this.#learned.get(step.like) ?? step.seconds;
  }
}
