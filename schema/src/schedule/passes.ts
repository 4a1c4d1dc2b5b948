import type { Direction } from '../documents/row.ts';
import type { Pass, PassKind, Reads } from '../documents/pass.ts';
import { MIB } from '../documents/units.ts';

/** One job of a schedule: a row, by its place among the rows whose files were prepared, and what is done with it. */
export interface JobHead {
  readonly row: number;
  readonly direction: Direction;
  /** Of a read job of the grid. */
  readonly reads?: Reads;
}

/** One timed window, before it has run. */
export interface PassHead {
  readonly kind: PassKind;
  /** 0 is the warm-up. */
  readonly loop: number;
  readonly timing: Pass['timing'];
  /** `end`: one flush that belongs to the window; `each`: every write with its own. */
  readonly flush: 'none' | 'end' | 'each';
  /** 0: until the file has been visited. */
  readonly limitS: number;
  /** Visits no more of the file than this; all of it without. */
  readonly maxBytes?: number;
}

/** Long enough for 10,000 hot 4 KiB reads in the slowest browser measured. */
export const FLOOR_LIMIT_S = 0.2;

/**
 * What a floor is probed on. Larger than the caches of a processor, or it would be the floor of its caches and not of the
 * memory: 1 MiB copied out of 16 MiB took 80 us where out of 128 MiB it took 130 us, and a job's own reads of data in
 * memory 190 us.
 */
export const HOT_BYTES = 128 * MIB;

/** By so many standard deviations may chance give more than is expected: not once in all runs that anybody makes. */
const DEVIATIONS_MAX = 10;

/** How many calls of a kind there are at the most, where each of `calls` is of it by chance, with this probability. */
export function callsByChanceMax(calls: number, probability: number): number {
  const deviation = Math.sqrt(calls * probability * (1 - probability));
  return Math.min(calls, Math.ceil(calls * probability + DEVIATIONS_MAX * deviation));
}

/** How many calls are due at the most, where so many are expected of random times. */
export function callsDueMax(expected: number): number {
  return Math.ceil(expected + DEVIATIONS_MAX * (1 + Math.sqrt(expected)));
}
