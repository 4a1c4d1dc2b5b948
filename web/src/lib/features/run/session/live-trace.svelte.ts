import type { Live, Progress, RunningJob } from '@opfsmark/core';

/** One point of the live chart, about ten per second. */
export interface LivePoint {
  readonly readBytesPerS: number;
  readonly writeBytesPerS: number;
}

/** A test of five loops of five seconds is 300 points; more would be closer than pixels. */
const MAX_POINTS = 320;

/** What is measured at this moment, and the throughput of the test since it began. */
export class LiveTrace {
  #live = $state.raw<Live | null>(null);
  #points = $state.raw<readonly LivePoint[]>([]);
  #job = $state.raw<RunningJob | null>(null);

  get live(): Live | null {
    return this.#live;
  }
  get points(): readonly LivePoint[] {
    return this.#points;
  }
  /** The test that the points belong to; it stays after the run, as they do. */
  get job(): RunningJob | null {
    return this.#job;
  }

  follow({ live, phase, job }: Progress): void {
    this.#live = live;
    if (job && job.index !== this.#job?.index) {
      this.#job = job;
      this.#points = [];
    }
    if (!live || phase !== 'measuring') return;
    const { readBytesPerS, writeBytesPerS } = live;
    this.#points = [...this.#points.slice(1 - MAX_POINTS), { readBytesPerS, writeBytesPerS }];
  }

  end(): void {
    this.#live = null;
  }

  clear(): void {
    this.#live = null;
    this.#points = [];
    this.#job = null;
  }
}
