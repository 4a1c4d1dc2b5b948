import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import type { Direction, Pattern } from '../../documents/checks.ts';
import { KIB, MIB } from '../../documents/units.ts';
import { byteCount, choice, choices, wholeNumber, type PlanCodec } from '../../plan/codec.ts';
import type { FamilyProfile } from '../family-profile.ts';
import type { BlockSweepPlan, QueueSweepPlan } from './schema.ts';

/** Between two points, for the page to draw what it was told: 64 workers at once would leave it no processor. */
export const SWEEP_REST_S = 0.1;

const common = {
  suite: SUITE_VERSION,
  profile: 'quick',
  directions: ['read', 'write'],
  limit_ms: 600,
  warm_up_ms: 100,
  seed: STANDARD_SEED,
} as const;

const BLOCK_QUICK: BlockSweepPlan = {
  family: 'block-sweep',
  ...common,
  directions: [...common.directions],
  pattern: 'sequential',
  file_bytes: 256 * MIB,
  min_block_bytes: 512,
  max_block_bytes: 16 * MIB,
  queues: 4,
};

const QUEUE_QUICK: QueueSweepPlan = {
  family: 'queue-sweep',
  ...common,
  directions: [...common.directions],
  pattern: 'random',
  file_bytes: 256 * MIB,
  limit_ms: 1_000,
  block_bytes: 4 * KIB,
  max_queues: 64,
};

const FULL = { profile: 'full', limit_ms: 5_000, warm_up_ms: 500 } as const;

export const BLOCK_SWEEP_PROFILES: Readonly<Record<FamilyProfile, BlockSweepPlan>> = {
  quick: BLOCK_QUICK,
  full: { ...BLOCK_QUICK, ...FULL, file_bytes: 1024 * MIB },
};

export const QUEUE_SWEEP_PROFILES: Readonly<Record<FamilyProfile, QueueSweepPlan>> = {
  quick: QUEUE_QUICK,
  full: { ...QUEUE_QUICK, ...FULL, file_bytes: 1024 * MIB },
};

const COMMON_CODEC = {
  pattern: choice<Pattern>('pattern'),
  directions: choices<Direction>('dir'),
  file_bytes: byteCount('size'),
  limit_ms: wholeNumber('limit_ms'),
  warm_up_ms: wholeNumber('warmup_ms'),
  seed: wholeNumber('seed'),
};

export const BLOCK_SWEEP_CODEC: PlanCodec<BlockSweepPlan> = {
  ...COMMON_CODEC,
  min_block_bytes: byteCount('from'),
  max_block_bytes: byteCount('to'),
  queues: wholeNumber('queues'),
};

export const QUEUE_SWEEP_CODEC: PlanCodec<QueueSweepPlan> = {
  ...COMMON_CODEC,
  block_bytes: byteCount('block'),
  max_queues: wholeNumber('queues'),
};
