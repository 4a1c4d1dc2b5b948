import { type Flushes, witnessesAmong } from '../flushes.ts';
import type { UnderLoadPlan, UnderLoadResult } from './schema.ts';
import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import type { Pass } from '../../documents/pass.ts';
import type { Row } from '../../documents/checks.ts';
import { KIB, MIB } from '../../documents/units.ts';
import { byteCount, wholeNumber } from '../../plan/codec.ts';
import { type DataFiles, filledBytes, fillStep, type Step } from '../../schedule/steps.ts';
import { definePlan } from '../family.ts';

/** Shares of the capacity, in the order in which they follow it. */
export const LOADS_PERCENT = [10, 50, 90] as const;
export type LoadPercent = (typeof LOADS_PERCENT)[number];

export const UNDER_LOAD_BLOCK_BYTES = 4 * KIB;

const QUICK: UnderLoadPlan = {
  family: 'latency-under-load',
  suite: SUITE_VERSION,
  profile: 'quick',
  file_bytes: 128 * MIB,
  workers: 4,
  loops: 5,
  limit_s: 2,
  seed: STANDARD_SEED,
};

export const underLoadRow = ({ workers }: UnderLoadPlan): Row => ({
  ...{ pattern: 'random', block_bytes: UNDER_LOAD_BLOCK_BYTES, queues: workers, threads: 1 },
});

export function underLoadFiles(plan: UnderLoadPlan): DataFiles {
  return { rows: [underLoadRow(plan)], bytes: plan.file_bytes, data: 'random', seed: plan.seed };
}

export const capacityPerS = ({ write, total_ns }: Pass): number => ((write?.ops ?? 0) * 1e9) / total_ns;

/** An open loop at a share of a capacity: how many writes are due a second, and for how long. */
export function openLoop(plan: UnderLoadPlan, capacity: Pass, percent: LoadPercent) {
  const arrivalsPerS = (capacityPerS(capacity) * percent) / 100;
  // No block is written twice: where they are used up sooner, later writes are not made.
  const blocks = plan.file_bytes / UNDER_LOAD_BLOCK_BYTES;
  return { arrivalsPerS, limitS: Math.min(plan.limit_s, (2 * blocks) / arrivalsPerS) };
}

/** The windows of a loop; `null`: the capacity. */
const UNDER_LOAD_WINDOWS = [null, ...LOADS_PERCENT] as const;

export function underLoadStep({ limit_s }: UnderLoadPlan, loop: number, percent: LoadPercent | null): Step {
  const window = percent === null ? 'capacity' : `load ${percent}`;
  return { id: `${window} ${loop}`, pace: `latency-under-load ${window}`, work: 0, usualPerS: 1, limitS: limit_s };
}

/** The flush of the fill: those of single writes have too little to do. */
export function underLoadFlushes({ result: { fill } }: { readonly result: UnderLoadResult }): Flushes {
  return { witnesses: witnessesAmong([fill]) };
}

export const underLoadPlan = definePlan<UnderLoadPlan, UnderLoadResult>({
  profiles: { quick: QUICK, full: { ...QUICK, profile: 'full', file_bytes: 1024 * MIB, loops: 10, limit_s: 10 } },
  codec: {
    file_bytes: byteCount('size'),
    workers: wholeNumber('workers'),
    loops: wholeNumber('loops'),
    limit_s: wholeNumber('limit'),
    seed: wholeNumber('seed'),
  },
  steps: (plan, layout) => [
    fillStep(underLoadFiles(plan), layout),
    ...Array.from({ length: plan.loops }, (_, index) =>
      UNDER_LOAD_WINDOWS.map((percent) => underLoadStep(plan, index + 1, percent)),
    ).flat(),
  ],
  // No window writes a block twice.
  bytesWrittenMax: (plan, layout) => {
    const bytes = filledBytes(underLoadFiles(plan), layout);
    return bytes * (1 + plan.loops * UNDER_LOAD_WINDOWS.length);
  },
  emptyResult: (_, layout) => ({ family: 'latency-under-load', layout, loops: [] }),
});
