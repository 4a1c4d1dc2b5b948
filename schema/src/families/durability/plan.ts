import { passBytes } from '../../figures/derive.ts';
import { type Flushes, witnessesAmong } from '../flushes.ts';
import type { DurabilityPlan, DurabilityResult } from './schema.ts';
import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { MIB } from '../../documents/units.ts';
import { byteCount, wholeNumber } from '../../plan/codec.ts';
import { type DataFiles, filledBytes, fillStep, type Step } from '../../schedule/steps.ts';
import { definePlan } from '../family.ts';

/** In the order in which they run, loop by loop. */
export const DURABILITY_MODES = ['none', 'end', 'each'] as const;
export type DurabilityMode = (typeof DURABILITY_MODES)[number];

const QUICK: DurabilityPlan = {
  family: 'durability',
  suite: SUITE_VERSION,
  profile: 'quick',
  bytes: 64 * MIB,
  block_bytes: MIB,
  loops: 40,
  enough_s: 5,
  limit_s: 4,
  seed: STANDARD_SEED,
};

/** Bytes per second, all ways in turn. */
const USUAL_BYTES_PER_S = 1.85e9;

export function durabilityFiles({ block_bytes, bytes, seed }: DurabilityPlan): DataFiles {
  return { rows: [{ pattern: 'sequential', block_bytes, queues: 1, threads: 1 }], bytes, data: 'random', seed };
}

/** All loops are one step: how many there will be is known only at the end. */
export function durabilityStep({ block_bytes, bytes, loops, enough_s, limit_s }: DurabilityPlan): Step {
  const ways = DURABILITY_MODES.length;
  const limits = [enough_s, loops * ways * limit_s].filter((limit) => limit > 0);
  return {
    id: 'loops',
    pace: `durability ${block_bytes}`,
    work: loops * ways * bytes,
    usualPerS: USUAL_BYTES_PER_S,
    counts: 'bytes',
    ...(limits.length > 0 && { limitS: Math.min(...limits) }),
  };
}

/** The flushes of the fill and of the loops, where they had enough to do to tell whether a flush does anything. */
export function durabilityFlushes({ result: { fill, end } }: { readonly result: DurabilityResult }): Flushes {
  const closingFlushes = end.map((pass) => ({ bytes: passBytes(pass), flush_ns: pass.flush_ns }));
  return { witnesses: witnessesAmong([fill, ...closingFlushes]) };
}

export const durabilityPlan = definePlan<DurabilityPlan, DurabilityResult>({
  profiles: { quick: QUICK, full: { ...QUICK, profile: 'full', bytes: 1024 * MIB, loops: 5, enough_s: 0, limit_s: 0 } },
  codec: {
    bytes: byteCount('bytes'),
    block_bytes: byteCount('block'),
    loops: wholeNumber('loops'),
    enough_s: wholeNumber('enough'),
    limit_s: wholeNumber('limit'),
    seed: wholeNumber('seed'),
  },
  steps: (plan, layout) => [fillStep(durabilityFiles(plan), layout), durabilityStep(plan)],
  // Filling, every way in every loop, and the block whose flush settles what was never flushed.
  bytesWrittenMax: (plan, layout) =>
    filledBytes(durabilityFiles(plan), layout) + plan.loops * (plan.bytes * DURABILITY_MODES.length + plan.block_bytes),
  emptyResult: (_, layout) => ({ family: 'durability', layout, none: [], end: [], each: [] }),
});
