import type { Environment } from '../documents/environment.ts';
import type { FigureUnit, Source } from './figure.ts';
import type { Measured } from './loops.ts';
import { shownInterval } from './shown-interval.ts';

/**
 * `call_ns`: the time of a call, which is told in steps of the clock. `block_bytes`: a size that somebody chose, exact in
 * powers of two. `ratio`: a speed against another one.
 */
export type Unit = FigureUnit | 'call_ns' | 's' | 'bytes' | 'block_bytes' | 'count' | 'ratio' | 'items_per_s';

/** A number of a result as data: every place writes it from this. */
export interface Quantity {
  readonly value: number;
  readonly unit: Unit;
  readonly interval?: Pick<Measured, 'low' | 'high'> | null;
  /** Where it came from; absent from what no call to storage is behind, such as a count. */
  readonly origin?: Source | null;
  /** What memory took of a write it keeps: that has a word of its own. */
  readonly isWrite?: boolean;
  /** The drive may be faster: something else was the limit. */
  readonly isAtLeast?: boolean;
}

/** A measured value with its interval, where it has one to show. */
export function quantity(measured: Measured, unit: Unit, origin?: Source | null): Quantity {
  const own = { value: measured.value, unit, interval: shownInterval(measured) };
  return origin === undefined ? own : { ...own, origin };
}

/** A number without an interval; `null` stays `null`. */
export function amount(value: number, unit: Unit, origin?: Source | null): Quantity;
export function amount(value: number | null, unit: Unit, origin?: Source | null): Quantity | null;
export function amount(value: number | null, unit: Unit, origin?: Source | null): Quantity | null {
  if (value === null) return null;
  return origin === undefined ? { value, unit } : { value, unit, origin };
}

/** As much of a record's environment as numbers are told by: of a run under way it is known, too. */
export type Clocked = Pick<Environment, 'engine' | 'clock_step_ns'>;
