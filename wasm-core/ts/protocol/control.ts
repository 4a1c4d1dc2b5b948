/**
 * The memory that the page and its workers share while a pass runs, because messages cannot be read inside the timed
 * loop: one stop flag, one barrier, and a lane per worker in which it publishes its progress now and then.
 *
 * Int32 words: 0 stop (not 0: leave the loop after the call under way), 1 how many the barrier waits for, 2 arrived,
 * 3 generation of the barrier (waited on; changes when all have arrived, or when the page breaks it).
 * Bytes 16 to 23: when the first worker left the barrier, in us since 1970; 0: none has.
 * Word 6: how many visits of a common share have been claimed. Word 7: a lock, 0 free, 1 held, 2 held and waited for.
 * Lanes of Float64 follow; a lane has one writer, and a torn value would show for one frame only.
 */
import { MAX_WORKERS } from '@opfsmark/schema/bounds';

const HEADER_BYTES = 64;
const LANE = [
  'readOps',
  'writeOps',
  'readBytes',
  'writeBytes',
  'busyReadNs',
  'busyWriteNs',
  'maxNs',
  'beats',
  'work',
] as const;

export type LaneField = (typeof LANE)[number];

export class Control {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #beganUs: BigInt64Array;
  readonly #lanes: Float64Array;

  constructor(buffer = new SharedArrayBuffer(HEADER_BYTES + MAX_WORKERS * LANE.length * 8)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer, 0, HEADER_BYTES / 4);
    this.#beganUs = new BigInt64Array(buffer, 16, 1);
    this.#lanes = new Float64Array(buffer, HEADER_BYTES);
  }

  /** Page: before the requests of a pass are sent. Clears the stop flag and all lanes. */
  arm(workers: number): void {
    Atomics.store(this.#words, 0, 0);
    Atomics.store(this.#words, 1, workers);
    Atomics.store(this.#words, 2, 0);
    Atomics.store(this.#beganUs, 0, 0n);
    Atomics.store(this.#words, 6, 0);
    Atomics.store(this.#words, 7, 0);
    this.clear();
  }

  /** Page: when what the lanes say has been taken over from the replies. */
  clear(): void {
    this.#lanes.fill(0);
  }

  /** Page: leave the loop, and nobody waits at the barrier any more. */
  stop(): void {
    Atomics.store(this.#words, 0, 1);
    Atomics.add(this.#words, 3, 1);
    Atomics.notify(this.#words, 3);
    Atomics.notify(this.#words, 0);
    Atomics.notify(this.#words, 7);
  }

  get stopped(): boolean {
    return Atomics.load(this.#words, 0) !== 0;
  }

  /** Worker: returns when all workers of the pass have arrived, or at once after `stop`. */
  arriveAndWait(): void {
    const generation = Atomics.load(this.#words, 3);
    if (Atomics.add(this.#words, 2, 1) + 1 === Atomics.load(this.#words, 1)) {
      Atomics.add(this.#words, 3, 1);
      Atomics.notify(this.#words, 3);
      return;
    }
    while (!this.stopped && Atomics.load(this.#words, 3) === generation) Atomics.wait(this.#words, 3, generation);
  }

  /** Worker: returns after this time, or at once after `stop`. */
  sleep(ms: number): void {
    Atomics.wait(this.#words, 0, 0, ms);
  }

  /** Worker: when the first of all left the barrier; `nowMs` where this is the first. */
  beganTogetherMs(nowMs: number): number {
    const firstUs = Atomics.compareExchange(this.#beganUs, 0, 0n, BigInt(Math.round(nowMs * 1e3)));
    return firstUs === 0n ? nowMs : Math.min(nowMs, Number(firstUs) / 1e3);
  }

  /** Worker: the next visit of a common share; each is given once. */
  claim(): number {
    return Atomics.add(this.#words, 6, 1);
  }

  /** Worker: returns when it holds the lock, or after `stop`. */
  lock(): void {
    if (Atomics.compareExchange(this.#words, 7, 0, 1) === 0) return;
    while (Atomics.exchange(this.#words, 7, 2) !== 0 && !this.stopped) Atomics.wait(this.#words, 7, 2);
  }

  unlock(): void {
    if (Atomics.exchange(this.#words, 7, 0) === 2) Atomics.notify(this.#words, 7, 1);
  }

  /** Worker: publish progress. */
  publish(worker: number, field: LaneField, value: number): void {
    this.#lanes[worker * LANE.length + LANE.indexOf(field)] = value;
  }

  /** Page: the sum of a field over all workers. */
  sum(field: LaneField): number {
    let sum = 0;
    for (let i = LANE.indexOf(field); i < this.#lanes.length; i += LANE.length) sum += this.#lanes[i] ?? 0;
    return sum;
  }
}
