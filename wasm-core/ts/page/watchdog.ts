import type { Control } from '../protocol/control.ts';

/** The pool of a run, or a family's own worker. */
export interface Watched {
  /** Whether an answer is due. */
  readonly waiting: boolean;
  /** How many messages were sent and received. */
  readonly exchanged: number;
  readonly control: Control;
}

export const WATCH_PERIOD_MS = 1000;
/** A drive may try to read a bad block for half a minute before it gives up. */
const PATIENCE_S = 40;
/** A flush is silent until it is done: what was written may take as long as on the slowest drive, up to ten minutes. */
const MIN_BYTES_PER_S = 1e6;
const MAX_FLUSH_S = 600;

/**
 * Notices a worker that has died without an error event: a request is open, and for a long time there is neither an answer
 * nor progress in any lane. Counts its own calls, not the time, so that a machine that was asleep is not taken for silent.
 */
export class Watchdog {
  #lastSeen = '';
  #silentS = 0;

  /** To be asked once every `WATCH_PERIOD_MS`. */
  isDead({ waiting, exchanged, control }: Watched): boolean {
    const written = control.sum('writeBytes');
    const seen = `${exchanged} ${written} ${control.sum('readBytes')} ${control.sum('work')} ${control.sum('beats')}`;
    const silent = waiting && seen === this.#lastSeen;
    this.#lastSeen = seen;
    this.#silentS = silent ? this.#silentS + WATCH_PERIOD_MS / 1000 : 0;
    return this.#silentS > PATIENCE_S + Math.min(MAX_FLUSH_S, written / MIN_BYTES_PER_S);
  }
}
