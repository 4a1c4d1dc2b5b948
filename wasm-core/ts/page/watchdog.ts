import type { Control } from '../protocol/control.ts';

/** Whom it looks at: the pool of a run, or a family's own worker. */
export interface Watched {
  /** Whether anybody owes an answer. */
  readonly waiting: boolean;
  /** How many messages went to and fro. */
  readonly exchanged: number;
  readonly control: Control;
}

export const WATCH_PERIOD_MS = 1000;
/** A drive may try to read a bad block for half a minute before it gives up. */
const PATIENCE_S = 40;
/** A flush is silent until it is done: what was written may take as long as on the slowest drive, up to ten minutes. */
const SLOWEST_BYTES_PER_S = 1e6;
const LONGEST_FLUSH_S = 600;

/**
 * Notices a worker that has died without an error, which nobody reports: something is asked, and for a long time nothing
 * is answered and no lane gets on. Counts its looks, not the time: a machine that was asleep has not been silent.
 */
export class Watchdog {
  #lastSeen = '';
  #silentS = 0;

  /** Once every `WATCH_PERIOD_MS`; whether nobody is left to wait for. */
  look({ waiting, exchanged, control }: Watched): boolean {
    const written = control.sum('writeBytes');
    const seen = `${exchanged} ${written} ${control.sum('readBytes')} ${control.sum('beats')}`;
    const silent = waiting && seen === this.#lastSeen;
    this.#lastSeen = seen;
    this.#silentS = silent ? this.#silentS + WATCH_PERIOD_MS / 1000 : 0;
    return this.#silentS > PATIENCE_S + Math.min(LONGEST_FLUSH_S, written / SLOWEST_BYTES_PER_S);
  }
}
