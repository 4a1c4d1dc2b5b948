import { type Flushes, witnessesAmong } from '../flushes.ts';
import type { StutterPlan, StutterResult } from './schema.ts';
import { FILL_BLOCK_BYTES, STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { KIB } from '../../documents/units.ts';
import { choice, wholeNumber } from '../../plan/codec.ts';
import { callsByChanceMax, type DataFiles, filledBytes, fillStep, type Step } from '../../schedule/steps.ts';
import { definePlan } from '../family.ts';

/** The tool this family comes from (PFM) makes its calls with 4 KiB, and so does this one. */
export const STUTTER_BLOCK_BYTES = 4 * KIB;

const QUICK: StutterPlan = {
  family: 'stutter',
  suite: SUITE_VERSION,
  profile: 'quick',
  calls: 20_000,
  workers: 8,
  flush: 'each',
  min_s: 20,
  calls_per_s: 30_000,
  limit_s: 25,
  threshold_ms: 100,
  seed: STANDARD_SEED,
};

/** One file with a block for every call, in whole fill blocks. */
export function stutterFiles({ calls, workers, seed }: StutterPlan): DataFiles {
  const bytes = Math.ceil((2 * calls * STUTTER_BLOCK_BYTES) / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
  const row = { pattern: 'random', block_bytes: STUTTER_BLOCK_BYTES, queues: workers, threads: 1 } as const;
  return { rows: [row], bytes, data: 'random', seed };
}

/** Calls per second on an ordinary computer, half of them waiting for a flush. */
const USUAL_CALLS_PER_S = { each: 4_000, none: 100_000 } as const;

export function stutterStep({ calls, flush, min_s, limit_s }: StutterPlan): Step {
  return {
    id: 'calls',
    pace: `stutter ${flush}`,
    work: 2 * calls,
    usualPerS: USUAL_CALLS_PER_S[flush],
    counts: 'calls',
    ...(min_s > 0 && { minS: min_s }),
    ...(limit_s > 0 && { limitS: limit_s }),
  };
}

/** Short, so that a fast drive never rests for long between two of them. */
const SLICE_S = 0.1;

/** How a load is cut into passes that begin at an even pace. */
interface StutterSlices {
  /** Slices of one turn: slice i visits every `perTurn`-th block of the turn's order, from the i-th on. */
  readonly perTurn: number;
  /** No slice has more calls. */
  readonly callsMax: number;
  /** No two begin closer to each other, on average. */
  readonly seconds: number;
  /** There are no more of them. */
  readonly countMax: number;
}

export function stutterSlices({ calls, workers, min_s, calls_per_s }: StutterPlan): StutterSlices {
  if (min_s === 0) return { perTurn: 1, callsMax: 2 * calls, seconds: 0, countMax: 1 };
  const perTurn = Math.ceil((2 * calls) / (calls_per_s * SLICE_S));
  const callsMax = workers * Math.ceil((2 * calls) / (workers * perTurn));
  const seconds = callsMax / calls_per_s;
  return { perTurn, callsMax, seconds, countMax: Math.max(perTurn, Math.ceil(min_s / seconds)) };
}

/** Maximum number of calls of a load. */
export function stutterCallsMax(plan: StutterPlan): number {
  const { callsMax, countMax, perTurn } = stutterSlices(plan);
  return countMax === perTurn ? 2 * plan.calls : callsMax * countMax;
}

/** Each call is a read or a write by chance. */
export function stutterWritesMax(plan: StutterPlan): number {
  return callsByChanceMax(stutterCallsMax(plan), 1 / 2);
}

/** The flush of the fill: those of single writes have too little to do. */
export function stutterFlushes({ result: { fill } }: { readonly result: StutterResult }): Flushes {
  return { witnesses: witnessesAmong([fill]) };
}

export const stutterPlan = definePlan<StutterPlan, StutterResult>({
  profiles: {
    quick: QUICK,
    full: { ...QUICK, profile: 'full', calls: 50_000, min_s: 60, limit_s: 0 },
  },
  codec: {
    calls: wholeNumber('calls'),
    workers: wholeNumber('workers'),
    flush: choice('flush'),
    min_s: wholeNumber('min'),
    calls_per_s: wholeNumber('pace'),
    limit_s: wholeNumber('limit'),
    threshold_ms: wholeNumber('threshold'),
    seed: wholeNumber('seed'),
  },
  steps: (plan, layout) => [fillStep(stutterFiles(plan), layout), stutterStep(plan)],
  bytesWrittenMax: (plan, layout) =>
    filledBytes(stutterFiles(plan), layout) + stutterWritesMax(plan) * STUTTER_BLOCK_BYTES,
  emptyResult: (_, layout) => ({ family: 'stutter', layout }),
});
