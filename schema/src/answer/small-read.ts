import { gradeOpen } from './grades.ts';
import { RULERS } from './rulers.ts';

/** About what a hard disk answers per second: a seek and half a turn. */
const DISK_READS_PER_S = 100;
/** What an NVMe drive answers at least. */
const SSD_READS_PER_S = RULERS.opens.bands[3].low;

/**
 * How many times faster than a hard disk a fast drive answers a small read, and how many times faster than any other drive an SSD
 * does: one significant digit.
 */
export function timesFaster(ns: number): number {
  const times = gradeOpen(ns) === 'fast' ? 1e9 / DISK_READS_PER_S / ns : (ns * SSD_READS_PER_S) / 1e9;
  return Number(times.toPrecision(1));
}

/** What some reads took is far from what most took, by the ratio of their mean to their median. */
const MAX_EVEN = 1.5;

export const isUneven = (p50Ns: number, meanNs: number): boolean => meanNs > MAX_EVEN * p50Ns;
