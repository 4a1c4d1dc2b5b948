import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { MIB } from '../../documents/units.ts';
import { byteCount, wholeNumber } from '../../plan/codec.ts';
import { type DataFiles, filledBytes } from '../../schedule/files.ts';
import { type Step, fillStep } from '../../schedule/steps.ts';
import { definePlanSide } from '../family.ts';
import type { DurabilityPlan } from './plan-schema.ts';

/** In the order in which they run, loop by loop. */
export const DURABILITY_MODES = ['none', 'end', 'each'] as const;
export type DurabilityMode = (typeof DURABILITY_MODES)[number];

const QUICK: DurabilityPlan = {
  family: 'durability',
  suite: SUITE_VERSION,
  profile: 'quick',
  bytes: 64 * MIB,
  block_bytes: MIB,
  loops: 3,
  limit_s: 4,
  seed: STANDARD_SEED,
};

/** Bytes per second on an ordinary computer. */
const USUAL_BYTES_PER_S = { none: 1.5e9, end: 500e6, each: 250e6 } as const;

export function durabilityFiles({ block_bytes, bytes, seed }: DurabilityPlan): DataFiles {
  return { rows: [{ pattern: 'sequential', block_bytes, queues: 1, threads: 1 }], bytes, data: 'random', seed };
}

export const loopsOf = (plan: DurabilityPlan) => Array.from({ length: plan.loops }, (_, index) => index + 1);

export function durabilityStep(plan: DurabilityPlan, mode: DurabilityMode, loop: number): Step {
  return {
    id: `${loop} ${mode}`,
    pace: `durability ${mode} ${plan.block_bytes}`,
    work: plan.bytes,
    usualPerS: USUAL_BYTES_PER_S[mode],
    ...(plan.limit_s > 0 && { limitS: plan.limit_s }),
  };
}

export const durabilityPlanSide = definePlanSide<DurabilityPlan>({
  id: 'durability',
  profiles: { quick: QUICK, full: { ...QUICK, profile: 'full', bytes: 1024 * MIB, limit_s: 0 } },
  codec: {
    bytes: byteCount('bytes'),
    block_bytes: byteCount('block'),
    loops: wholeNumber('loops'),
    limit_s: wholeNumber('limit'),
    seed: wholeNumber('seed'),
  },
  steps: (plan, layout) => [
    fillStep(durabilityFiles(plan), layout),
    ...loopsOf(plan).flatMap((loop) => DURABILITY_MODES.map((mode) => durabilityStep(plan, mode, loop))),
  ],
  // Filling, every way in every loop, and the block whose flush settles what was never flushed.
  bytesWrittenMax: (plan, layout) =>
    filledBytes(durabilityFiles(plan), layout) + plan.loops * (plan.bytes * DURABILITY_MODES.length + plan.block_bytes),
});
