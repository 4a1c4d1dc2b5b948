import { GIB, KIB, MIB } from './units.ts';

/**
 * Q x T is emulated by at most this many workers; a row that asks for more runs at the cap and says so.
 *
 * Apart from the plan's schema, because every worker loads it: with zod a worker takes five times as long to start.
 */
export const MAX_WORKERS = 64;

/** Raised whenever numbers of one version may not be compared with those of the version before. */
export const SUITE_VERSION = 2;
/** The file is always filled in blocks of this size, because the fill changes later results up to 4x. */
export const FILL_BLOCK_BYTES = MIB;
/** Every sector of the file begins with a header by which its content can be verified. */
export const SECTOR_BYTES = 4 * KIB;

/** A row's block is a multiple of this. */
export const BLOCK_STEP_BYTES = 512;

/** Limits that the plans of several families share. */
export const BOUNDS = {
  file_bytes: { min: 16 * MIB, max: 64 * GIB },
  block_bytes: { min: 512, max: 16 * MIB },
  queues: { min: 1, max: 64 },
  threads: { min: 1, max: 64 },
  write_bytes: { min: 0, max: 64 * GIB },
  loops: { min: 1, max: 9 },
  limit_s: { min: 0, max: 60 },
  drive_s: { min: 0, max: 30 },
  interval_s: { min: 0, max: 600 },
  mix_read_percent: { min: 10, max: 90 },
  seed: { min: 0, max: 2 ** 32 - 1 },
  rows: { min: 1, max: 16 },
} as const;

/** The seed of every standard plan: the same order of blocks for everybody. */
export const STANDARD_SEED = 0x0bf5;

/** Reads up to this size are too quick to time one by one without slowing them: see `PassKind`. */
export const BATCHED_BLOCK_BYTES = 64 * KIB;
