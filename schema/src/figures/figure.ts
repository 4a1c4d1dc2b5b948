import { type MeasuredValue, shownInterval } from './loops.ts';
import type { CacheVerdict, Verdict } from './verdict.ts';
import type { Direction } from '../documents/checks.ts';
import type { FigureUnit, Unit } from './units.ts';

/**
 * One number of a result: what a picture, a badge, a list, an export or a comparison shows of it. Every family makes its
 * own from its record, so that pages and service cannot disagree.
 */
export interface Figure extends MeasuredValue {
  /** The same in every result of the family: "rnd4k_q1t1 read". */
  readonly id: string;
  /** Its subject, as words that pages translate one by one: "RND4K Q1 read". */
  readonly name: string;
  readonly unit: FigureUnit;
  readonly better: 'higher' | 'lower';
  /** The direction of the calls behind it; `null` where they neither read nor wrote, such as deleting. */
  readonly direction: Direction | null;
  /** The row of a grid that it is of: "rnd4k_q1t1". */
  readonly row: string | null;
  /** The time of single calls, which is told in steps of the clock; absent from means of many, which are finer. */
  readonly of_call?: true | undefined;
  /** 99th percentile of the latencies of the calls behind it; `null` where they are too few, or were not timed one by one. */
  readonly p99_ns: number | null;
  /**
   * Where the bytes of a read came from, also of the reads in a mix. Of what was written `memory` where memory keeps it,
   * `unflushed` where flushes did nothing, `buffered` where none was made, else `null`.
   */
  readonly origin: Origin | null;
}

/** `unflushed`: flushes do nothing. `buffered`: measured without a flush, so that memory took what was written. */
export type Origin = Verdict | 'unflushed' | 'buffered';

/** The origin of a read that was not the drive's alone, and of a write that was kept from the drive. */
type MemoryOrigin = Exclude<Origin, 'drive'>;

/** The origin that a verdict gives the figures of its job. */
export function originOf({ verdict, why }: Pick<CacheVerdict, 'verdict' | 'why'>): Exclude<Origin, 'buffered'> {
  return why === 'unflushed' ? 'unflushed' : verdict;
}

/**
 * The mark that a figure must never be shown without; `null` for what the drive answered, and for what is no read. Every
 * page, picture and file asks here.
 */
export function memoryOrigin({ origin }: Pick<Figure, 'origin'>): MemoryOrigin | null {
  return origin === null || origin === 'drive' ? null : origin;
}

export function isFromMemory(figure: Pick<Figure, 'origin'>): boolean {
  return memoryOrigin(figure) !== null;
}

/** Whether memory took what was written: its file is kept there. */
export function isWriteToMemory({ direction, origin }: Pick<Figure, 'direction' | 'origin'>): boolean {
  return origin === 'memory' && direction === 'write';
}

/** The mark of a number: each has a word in every language. `kept`: a write whose file memory keeps. */
export type OriginWord = Origin | 'kept';
export const originWord = (origin: Origin, isWrite: boolean): OriginWord =>
  isWrite && origin === 'memory' ? 'kept' : origin;

/** The mark of a figure; `null` for what the drive answered, and for what has no origin. */
export function figureMark(figure: Pick<Figure, 'direction' | 'origin'>): OriginWord | null {
  const origin = memoryOrigin(figure);
  return origin && originWord(origin, isWriteToMemory(figure));
}

/** A mix counts: most of its calls read. */
export function isRead({ direction }: Pick<Figure, 'direction'>): boolean {
  return direction === 'read' || direction === 'mix';
}

/** A number of a result as data: every place writes it from this. */
export interface Quantity {
  readonly value: number;
  readonly unit: Unit;
  readonly interval?: Pick<MeasuredValue, 'low' | 'high'> | null;
  /** Where it came from; absent from what no call to storage is behind, such as a count. */
  readonly origin?: Origin | null;
  /** A write that memory took it keeps: that has a word of its own. */
  readonly isWrite?: boolean;
  /** The drive may be faster: something else was the limit. */
  readonly isAtLeast?: boolean;
}

/** A measured value with its interval, where it has one to show. */
export function quantity(measurement: MeasuredValue, unit: Unit, origin?: Origin | null): Quantity {
  const base = { value: measurement.value, unit, interval: shownInterval(measurement) };
  return origin === undefined ? base : { ...base, origin };
}

/** A number without an interval; `null` stays `null`. */
export function amount(value: number, unit: Unit, origin?: Origin | null): Quantity;
export function amount(value: number | null, unit: Unit, origin?: Origin | null): Quantity | null;
export function amount(value: number | null, unit: Unit, origin?: Origin | null): Quantity | null {
  if (value === null) return null;
  return origin === undefined ? { value, unit } : { value, unit, origin };
}
