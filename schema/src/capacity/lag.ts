const INTERVAL_MS = 10;
/** Some drives are served by a program, which waits as others do, while this one may have its turn: as late as that is far too late. */
const CROWDED = { perProcessor: 3, ms: 1000 } as const;

/** How late a timer of this thread comes: other programs then keep the computer busy, and calls are slow that the drive has answered. */
export class Lag {
  #lastMs = performance.now();
  #maxMs = 0;
  readonly #timer = setInterval(() => this.#look(), INTERVAL_MS);

  #look(): void {
    const now = performance.now();
    this.#maxMs = Math.max(this.#maxMs, now - this.#lastMs - INTERVAL_MS);
    this.#lastMs = now;
  }

  /**
   * The most since this was asked last.
   * @param load how many programs run or wait, for each processor; 0 where nobody says
   */
  takeMs(load = 0): number {
    this.#look();
    const ms = load > CROWDED.perProcessor ? Math.max(CROWDED.ms, this.#maxMs) : this.#maxMs;
    this.#maxMs = 0;
    return ms;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
