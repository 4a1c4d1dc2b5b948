import { gapBetween, PulseLane, type Gap, type Tick } from '../protocol/pulse.ts';
import { sleep, type Clock } from './clock.ts';
import type { WorkerLike } from './worker-pool.ts';

/** The clocks of the page, and how to start a thread that ticks by the same ones: see protocol/pulse.ts. */
export interface Pulse {
  now(): Tick;
  spawn(): WorkerLike;
}

/** A time in which no thread ran: the computer slept, or whoever runs the page had frozen it. */
export interface Still {
  /** By the clock that measures. */
  readonly fromMs: number;
  readonly toMs: number;
  /** How long it really was: that clock may have stopped. */
  readonly ms: number;
}

/** Two threads that miss as much at once are no matter of a busy processor; of one alone it proves nothing. */
export const MIN_STILL_MS = 1_500;
/** Where the measuring clock stopped, and threads were late too: else the system has only set its clock. */
const MIN_SLEPT_MS = 2_000;
const PATIENCE_MS = 50;
const MAX_WAITS = 20;

/** The stillness that a gap of the page and one of the other thread show together. */
export function stillOf(page: Gap, other: Gap): Still | null {
  const fromMs = Math.max(page.fromMs, other.fromMs);
  const toMs = Math.min(page.toMs, other.toMs);
  const stoodMs = toMs - fromMs;
  if (stoodMs <= 0) return null;
  const sleptMs = Math.min(page.skippedMs, other.skippedMs);
  if (sleptMs >= MIN_SLEPT_MS) return { fromMs, toMs, ms: stoodMs + sleptMs };
  return stoodMs >= MIN_STILL_MS ? { fromMs, toMs, ms: stoodMs } : null;
}

/**
 * Notices that computer or browser stood still. A drive that stalls blocks only those who call it: the page and the ticking
 * thread go on. A page that is busy or hidden is late alone.
 */
export class Stillness {
  readonly #clock: Clock;
  readonly #pulse: Pulse | undefined;
  readonly #lane = new PulseLane();
  readonly #thread: WorkerLike | undefined;
  #lastTick: Tick;
  #pageGaps: Gap[] = [];
  #otherGaps: Gap[] = [];
  #stills: Still[] = [];

  /** Without a pulse nothing is noticed. */
  constructor(clock: Clock, pulse: Pulse | undefined) {
    this.#clock = clock;
    this.#pulse = pulse;
    this.#lastTick = pulse?.now() ?? { atMs: 0, realMs: 0 };
    this.#thread = pulse?.spawn();
    this.#thread?.postMessage({ buffer: this.#lane.buffer });
  }

  /** By the clock that measures. */
  get nowMs(): number {
    this.tick();
    return this.#lastTick.atMs;
  }

  /** To be called often. */
  tick(): void {
    if (!this.#pulse) return;
    const now = this.#pulse.now();
    const gap = gapBetween(this.#lastTick, now);
    this.#lastTick = now;
    const otherLastMs = this.#lane.lastMs ?? 0;
    const newGaps = this.#lane.takeGaps();
    for (const other of newGaps) for (const page of this.#pageGaps) this.#compare(page, other);
    this.#otherGaps.push(...newGaps);
    if (gap) for (const other of this.#otherGaps) this.#compare(gap, other);
    // No later gap of the other thread reaches back to these.
    this.#pageGaps = [...this.#pageGaps, ...(gap ? [gap] : [])].filter(({ toMs }) => toMs > otherLastMs);
    this.#otherGaps = this.#otherGaps.filter(({ toMs }) => toMs > now.atMs);
  }

  /** The times of stillness since it was asked last, once the other thread has said what it saw. */
  async take(): Promise<Still[]> {
    this.tick();
    for (let waits = 0; waits < MAX_WAITS && this.#isOpen; waits++) {
      await sleep(this.#clock, PATIENCE_MS);
      this.tick();
    }
    return this.takeNow();
  }

  takeNow(): Still[] {
    this.tick();
    const stills = this.#stills;
    this.#stills = [];
    return stills;
  }

  end(): void {
    this.#lane.stop();
    this.#thread?.terminate();
  }

  #compare(page: Gap, other: Gap): void {
    const still = stillOf(page, other);
    if (still) this.#stills.push(still);
  }

  /** Whether the other thread may have stood still in a gap of the page, and has not said yet. */
  get #isOpen(): boolean {
    const lastMs = this.#lane.lastMs;
    if (lastMs === null) return false;
    return this.#pageGaps.some(
      ({ toMs, fromMs, skippedMs }) =>
        (skippedMs >= MIN_SLEPT_MS && toMs > lastMs) || toMs - Math.max(fromMs, lastMs) >= MIN_STILL_MS / 2,
    );
  }
}
