/**
 * The time that a thread sees by ticking: whether it, or the whole computer, stood still in between. The page ticks, and so
 * does one thread that does nothing else, which tells the page by this memory.
 *
 * Int32 words: 0 stop, 1 how many gaps were written. Bytes 8 to 15: the last tick, in us since 1970; 0: none.
 * Float64 triples follow: the newest gaps, in turn.
 */

/** A look at two clocks, both in milliseconds. */
export interface Tick {
  /** By the clock that measures: the same for all threads. It may stop while the computer sleeps. */
  readonly atMs: number;
  /** By a clock that goes on while the computer sleeps. */
  readonly realMs: number;
}

/** A time in which a thread did not tick. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
  /** How much more the clock went on that does not stop. Also what the system has set its clock by. */
  readonly skippedMs: number;
}

export const TICK_MS = 100;
/** A thread among many on a busy machine, and the timers of a page, are often late by less. */
const MIN_GAP_MS = 250;
const MAX_GAPS = 64;
const HEADER_BYTES = 16;
const GAP_VALUES = 3;

export function gapBetween(lastTick: Tick, nextTick: Tick): Gap | null {
  const lastedMs = nextTick.atMs - lastTick.atMs;
  if (lastedMs < MIN_GAP_MS) return null;
  return { fromMs: lastTick.atMs, toMs: nextTick.atMs, skippedMs: nextTick.realMs - lastTick.realMs - lastedMs };
}

export class PulseLane {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #lastUs: BigInt64Array;
  readonly #gaps: Float64Array;
  #readGaps = 0;

  constructor(buffer = new SharedArrayBuffer(HEADER_BYTES + MAX_GAPS * GAP_VALUES * 8)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer, 0, 2);
    this.#lastUs = new BigInt64Array(buffer, 8, 1);
    this.#gaps = new Float64Array(buffer, HEADER_BYTES);
  }

  /** Page: the thread may end. */
  stop(): void {
    Atomics.store(this.#words, 0, 1);
    Atomics.notify(this.#words, 0);
  }

  /** Thread: returns whether to go on ticking. */
  rest(): boolean {
    return Atomics.wait(this.#words, 0, 0, TICK_MS) === 'timed-out';
  }

  /** Thread: `gap` ends with this tick. */
  publish({ atMs }: Tick, gap: Gap | null): void {
    if (gap) {
      const count = Atomics.load(this.#words, 1);
      this.#gaps.set([gap.fromMs, gap.toMs, gap.skippedMs], (count % MAX_GAPS) * GAP_VALUES);
      Atomics.store(this.#words, 1, count + 1);
    }
    Atomics.store(this.#lastUs, 0, BigInt(Math.round(atMs * 1e3)));
  }

  /** Page: when the thread ticked last; `null` where it never did. To be read before the gaps that end with it. */
  get lastMs(): number | null {
    const us = Atomics.load(this.#lastUs, 0);
    return us === 0n ? null : Number(us) / 1e3;
  }

  /** Page: the gaps that were written since it asked last. */
  takeGaps(): Gap[] {
    const count = Atomics.load(this.#words, 1);
    const gaps: Gap[] = [];
    for (let index = Math.max(this.#readGaps, count - MAX_GAPS); index < count; index++) {
      const at = (index % MAX_GAPS) * GAP_VALUES;
      const [fromMs = 0, toMs = 0, skippedMs = 0] = this.#gaps.subarray(at, at + GAP_VALUES);
      gaps.push({ fromMs, toMs, skippedMs });
    }
    this.#readGaps = count;
    return gaps;
  }
}

/** Ticks until the page says stop; never waits by a timer, which browsers slow down. */
export function beat(lane: PulseLane, now: () => Tick): void {
  let lastTick = now();
  lane.publish(lastTick, null);
  while (lane.rest()) {
    const nextTick = now();
    lane.publish(nextTick, gapBetween(lastTick, nextTick));
    lastTick = nextTick;
  }
}
