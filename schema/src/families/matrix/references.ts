/** `drive`: the drive itself. `app_feel`: what apps wait for, with all that memory does for them. */
export const SCORE_KINDS = ['drive', 'app_feel'] as const;
export type ScoreKind = (typeof SCORE_KINDS)[number];

/** `buffered` ends with the last write, `write_flush` with the flush after it, `flush_each` flushes every write. */
export type ScoreTermId = 'drive_read' | 'memory_read' | 'write_flush' | 'buffered' | 'flush_each';

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
 * 36,000 IOPS at depth 1, 98,000 and 88,000 at depth 32. `measured`: what no data sheet has, the median of three
 * runs of Chromium 156 on Debian 12, kernel 6.18, 2 virtual processors, ext4 on a virtual disk.
 */
export const REFERENCES: Readonly<Record<string, RowReferences>> = {
  seq1m_q8t1: {
    drive_read: datasheet(560e6),
    write_flush: datasheet(530e6),
    flush_each: measured(2e9),
    memory_read: measured(5.8e9),
    buffered: measured(5e9),
  },
  seq1m_q1t1: {
    drive_read: datasheet(560e6),
    write_flush: datasheet(530e6),
    flush_each: measured(1.15e9),
    memory_read: measured(5.3e9),
    buffered: measured(6.6e9),
  },
  seq128k_q32t1: {
    drive_read: datasheet(560e6),
    write_flush: datasheet(530e6),
    flush_each: measured(520e6),
    memory_read: measured(4.1e9),
    buffered: measured(1.3e9),
  },
  rnd4k_q32t1: {
    drive_read: datasheet(calls4k(98_000)),
    write_flush: datasheet(calls4k(88_000)),
    flush_each: measured(41e6),
    memory_read: measured(1.6e9),
    buffered: measured(96e6),
  },
  rnd4k_q32t16: {
    drive_read: datasheet(calls4k(98_000)),
    write_flush: datasheet(calls4k(88_000)),
    flush_each: measured(39e6),
    memory_read: measured(870e6),
    buffered: measured(62e6),
  },
  rnd4k_q1t1: {
    drive_read: datasheet(calls4k(13_000)),
    write_flush: datasheet(calls4k(36_000)),
    flush_each: measured(12.6e6),
    memory_read: measured(2.4e9),
    buffered: measured(146e6),
  },
};

/** What each score is made of, in every row. */
export const SCORE_TERMS: Readonly<Record<ScoreKind, readonly ScoreTermId[]>> = {
  drive: ['drive_read', 'write_flush', 'flush_each'],
  app_feel: ['memory_read', 'buffered', 'flush_each'],
};
