import { bucketOf, emptyCounts, encodeHistogram, type CallSum } from '@opfsmark/schema/documents';
import type { Control } from '../../protocol/control.ts';

type Direction = 'read' | 'write';
const FIELDS = {
  read: ['readOps', 'readBytes', 'busyReadNs'],
  write: ['writeOps', 'writeBytes', 'busyWriteNs'],
} as const;

/** Counts for the live view: sums since the worker began, published to its lane after every call. */
export class Meter {
  readonly #control: Control;
  readonly #lane: number;
  readonly #sums = { read: [0, 0, 0], write: [0, 0, 0] };
  #beats = 0;
  #work = 0;

  constructor(control: Control, lane = 0) {
    this.#control = control;
    this.#lane = lane;
  }

  /** All calls since the worker began. */
  sumOf(direction: Direction): CallSum {
    const [calls = 0, bytes = 0, ns = 0] = this.#sums[direction];
    return { calls, bytes, ns };
  }

  /** A sign of life while nothing gets done: a worker that shows none for long is taken for dead. */
  beat(): void {
    this.#control.publish(this.#lane, 'beats', ++this.#beats);
  }

  /** Work of the step under way, in the unit of its schedule: the time that is left follows from it. */
  addWork(work: number): void {
    this.#work += work;
    this.#control.publish(this.#lane, 'work', this.#work);
  }

  add(direction: Direction, bytes: number, ns: number, ops = 1): void {
    const sums = this.#sums[direction];
    [ops, bytes, ns].forEach((value, index) => {
      const sum = (sums[index] ?? 0) + value;
      sums[index] = sum;
      const field = FIELDS[direction][index];
      if (field) this.#control.publish(this.#lane, field, sum);
    });
  }
}

/** Calls of one kind that follow one another: how many, how long, how long each. */
export class Calls {
  ops = 0;
  bytes = 0;
  busyNs = 0;
  readonly #counts = emptyCounts();

  add(bytes: number, ns: number): void {
    this.ops++;
    this.bytes += bytes;
    this.busyNs += ns;
    const bucket = bucketOf(ns);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  get histogram(): string {
    return encodeHistogram(this.#counts);
  }
}

// Looking up `performance` in the global scope costs more than reading the clock.
const clock = performance;

export const nowNs = () => Math.round(clock.now() * 1e6);
