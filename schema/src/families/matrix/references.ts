import type { ScoreKind, ScoreTermId } from './score.ts';

/** What a reference value rests on. */
export type ReferenceSource = 'datasheet' | 'measured';

/** What 1000 points stand for in one term of one row. Rates are bytes per second. */
export interface Reference {
  readonly bytesPerS: number;
  readonly source: ReferenceSource;
}

type RowReferences = Readonly<Record<ScoreTermId, Reference>>;

const datasheet = (bytesPerS: number): Reference => ({ bytesPerS, source: 'datasheet' });
const measured = (bytesPerS: number): Reference => ({ bytesPerS, source: 'measured' });
const calls4k = (perS: number) => perS * 4096;

/**
 * Frozen for suite version 2; `docs/METHODOLOGY.md` names the sources.
 *
 * `datasheet`: what Samsung states for the 870 EVO 1 TB, an ordinary SATA SSD: 560 and 530 MB/s sequential; 13,000 and
 * 36,000 IOPS at depth 1, 98,000 and 88,000 at depth 32. `measured`: what no data sheet has, rounded from repeated runs
 * of Chromium 156 on Debian 12, kernel 6.18, 2 virtual processors, ext4 on a virtual disk.
 */
export const REFERENCES: Readonly<Record<string, RowReferences>> = {
  seq1m_q8t1: {
    drive_read: datasheet(560e6),
    write_flush: datasheet(530e6),
    flush_each: measured(500e6),
    memory_read: measured(10e9),
    buffered: measured(2.5e9),
  },
  seq1m_q1t1: {
    drive_read: datasheet(560e6),
    write_flush: datasheet(530e6),
    flush_each: measured(400e6),
    memory_read: measured(6e9),
    buffered: measured(2e9),
  },
  seq128k_q32t1: {
    drive_read: datasheet(560e6),
    write_flush: datasheet(530e6),
    flush_each: measured(200e6),
    memory_read: measured(10e9),
    buffered: measured(2e9),
  },
  rnd4k_q32t1: {
    drive_read: datasheet(calls4k(98_000)),
    write_flush: datasheet(calls4k(88_000)),
    flush_each: measured(10e6),
    memory_read: measured(4e9),
    buffered: measured(250e6),
  },
  rnd4k_q32t16: {
    drive_read: datasheet(calls4k(98_000)),
    write_flush: datasheet(calls4k(88_000)),
    flush_each: measured(10e6),
    memory_read: measured(4e9),
    buffered: measured(250e6),
  },
  rnd4k_q1t1: {
    drive_read: datasheet(calls4k(13_000)),
    write_flush: datasheet(calls4k(36_000)),
    flush_each: measured(5e6),
    memory_read: measured(2e9),
    buffered: measured(150e6),
  },
};

/** What each score is made of, in every row. */
export const SCORE_TERMS: Readonly<Record<ScoreKind, readonly ScoreTermId[]>> = {
  drive: ['drive_read', 'write_flush', 'flush_each'],
  app_feel: ['memory_read', 'buffered', 'flush_each'],
};
