const INTERVAL_MS = 10;

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

  /** The most since this was asked last. */
  takeMs(): number {
    this.#look();
    const ms = this.#maxMs;
    this.#maxMs = 0;
    return ms;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
