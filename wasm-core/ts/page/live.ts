import type { Control } from '../protocol/control.ts';
import type { Live } from '../api.ts';

const FIELDS = ['readOps', 'writeOps', 'readBytes', 'writeBytes', 'busyReadNs', 'busyWriteNs'] as const;
type Sums = Record<(typeof FIELDS)[number], number>;

const ZERO: Sums = { readOps: 0, writeOps: 0, readBytes: 0, writeBytes: 0, busyReadNs: 0, busyWriteNs: 0 };

/** What iostat would say, from how far the workers' lanes went since the last look. */
export class LiveMeter {
  #last = ZERO;
  /** All that was seen since the first look. */
  readonly seen = { bytes: 0, calls: 0 };
  #lastMs: number;

  constructor(nowMs: number) {
    this.#lastMs = nowMs;
  }

  read(control: Control, nowMs: number): Live | null {
    const sums = Object.fromEntries(FIELDS.map((field) => [field, control.sum(field)])) as Sums;
    // Lanes begin at 0 again with every pass.
    const begunAnew = FIELDS.some((field) => sums[field] < this.#last[field]);
    const since = begunAnew ? ZERO : this.#last;
    const seconds = (nowMs - this.#lastMs) / 1000;
    this.#last = sums;
    this.#lastMs = nowMs;
    const more = (field: keyof Sums) => sums[field] - since[field];
    this.seen.bytes += more('readBytes') + more('writeBytes');
    this.seen.calls += more('readOps') + more('writeOps');
    if (seconds <= 0) return null;

    const rate = (field: keyof Sums) => more(field) / seconds;
    const opsPerS = rate('readOps') + rate('writeOps');
    const busyNsPerS = rate('busyReadNs') + rate('busyWriteNs');
    const queue = busyNsPerS / 1e9;
    return {
      readOpsPerS: rate('readOps'),
      writeOpsPerS: rate('writeOps'),
      readBytesPerS: rate('readBytes'),
      writeBytesPerS: rate('writeBytes'),
      awaitNs: opsPerS > 0 ? busyNsPerS / opsPerS : 0,
      queue,
      // Calls of several workers overlap: with one or more in flight on average there was always one.
      utilPercent: Math.min(100, queue * 100),
    };
  }
}
