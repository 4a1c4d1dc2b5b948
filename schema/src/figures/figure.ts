import { type MeasuredValue, shownInterval } from './loops.ts';
import type { CacheVerdict, Verdict } from './verdict.ts';
import type { Environment } from '../documents/environment.ts';
import en from './words/en.ts';

/** Rates are per second; `share` is 0..1. */
export type FigureUnit = 'bytes_per_s' | 'iops' | 'files_per_s' | 'rows_per_s' | 'ns' | 'calls' | 'share';

/**
 * One number of a result: what a picture, a badge, a list, an export or a comparison shows of it. Every family makes its
 * own from its record, so that pages and service cannot disagree.
 */
export interface Figure extends MeasuredValue {
  /** The same in every result of the family: "rnd4k_q1t1 read". */
  readonly id: string;
  /** What it is of, as words that pages translate one by one: "RND4K Q1 read". */
  readonly name: string;
  readonly unit: FigureUnit;
  readonly better: 'higher' | 'lower';
  /** 99th percentile of the latencies of the calls behind it; `null` where they are too few, or were not timed one by one. */
  readonly p99_ns: number | null;
  /**
   * Where the bytes of a read came from, also of the reads in a mix. Of what was written `cached` where memory keeps it,
   * `unflushed` where flushes did nothing, `buffered` where none was made, else `null`.
   */
  readonly read_from: Source | null;
}

/** `unflushed`: flushes do nothing. `buffered`: measured without a flush, so that memory took what was written. */
export type Source = Verdict | 'unflushed' | 'buffered';

/** What a read came from that was not the drive alone, and what kept a write from the drive. */
type MemorySource = Exclude<Source, 'drive'>;

/** What a figure says of the verdict on its job. */
export function sourceOf({ verdict, why }: Pick<CacheVerdict, 'verdict' | 'why'>): Exclude<Source, 'buffered'> {
  return why === 'unflushed' ? 'unflushed' : verdict;
}

/**
 * The mark that a figure must never be shown without; `null` for what the drive answered, and for what is no read. Every
 * page, picture and file asks here, and has its own words for it.
 */
export function memorySource({ read_from }: Pick<Figure, 'read_from'>): MemorySource | null {
  return read_from === null || read_from === 'drive' ? null : read_from;
}

export function isFromMemory(figure: Pick<Figure, 'read_from'>): boolean {
  return memorySource(figure) !== null;
}

/** What ids of writes end with. */
const WRITE_ID = / (?:write|flush_each)$/;

/** Whether memory took what was written: its file is kept there. */
export function isWriteToMemory({ id, read_from }: Pick<Figure, 'id' | 'read_from'>): boolean {
  return read_from === 'cached' && WRITE_ID.test(id);
}

export function isRead(figure: Pick<Figure, 'id' | 'read_from'>): boolean {
  const { read_from } = figure;
  return read_from !== null && read_from !== 'unflushed' && read_from !== 'buffered' && !isWriteToMemory(figure);
}

/**
 * `call_ns`: the time of a call, which is told in steps of the clock. `block_bytes`: a size that somebody chose, exact in
 * powers of two. `ratio`: a speed against another one.
 */
export type Unit = FigureUnit | 'call_ns' | 's' | 'bytes' | 'block_bytes' | 'count' | 'ratio' | 'items_per_s';

/** A number of a result as data: every place writes it from this. */
export interface Quantity {
  readonly value: number;
  readonly unit: Unit;
  readonly interval?: Pick<MeasuredValue, 'low' | 'high'> | null;
  /** Where it came from; absent from what no call to storage is behind, such as a count. */
  readonly origin?: Source | null;
  /** What memory took of a write it keeps: that has a word of its own. */
  readonly isWrite?: boolean;
  /** The drive may be faster: something else was the limit. */
  readonly isAtLeast?: boolean;
}

/** A measured value with its interval, where it has one to show. */
export function quantity(measurement: MeasuredValue, unit: Unit, origin?: Source | null): Quantity {
  const base = { value: measurement.value, unit, interval: shownInterval(measurement) };
  return origin === undefined ? base : { ...base, origin };
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

/** The mark in English, as pictures and terminals have it while a run goes on. */
export function memoryMark(figure: Pick<Figure, 'read_from'> & Partial<Pick<Figure, 'id'>>): string | null {
  const source = memorySource(figure);
  if (source === null) return null;
  return en.origins[isWriteToMemory({ id: '', ...figure }) ? 'kept' : source];
}
