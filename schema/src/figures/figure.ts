import type { Measured } from './loops.ts';
import type { Verdict } from './verdict.ts';

/** Rates are per second; `share` is 0..1. */
export type FigureUnit = 'bytes_per_s' | 'iops' | 'files_per_s' | 'rows_per_s' | 'ns' | 'calls' | 'share';

/**
 * One number of a result: what a picture, a badge, a list, an export or a comparison shows of it. Every family makes its
 * own from its record, so that pages and service cannot disagree.
 */
export interface Figure extends Measured {
  /** The same in every result of the family: "rnd4k_q1t1 read". */
  readonly id: string;
  /** What it is of, as words that pages translate one by one: "RND4K-Q1 read". */
  readonly name: string;
  readonly unit: FigureUnit;
  readonly better: 'higher' | 'lower';
  /** 99th percentile of the latencies of the calls behind it; `null` where they were not timed one by one. */
  readonly p99_ns: number | null;
  /** Where the bytes of a read came from, also of the reads in a mix; `null` for anything else. */
  readonly read_from: Verdict | null;
}

/** Whether a figure speaks of the computer's memory, and must never be shown without saying so. */
export function isFromMemory({ read_from }: Pick<Figure, 'read_from'>): boolean {
  return read_from !== null && read_from !== 'drive';
}
