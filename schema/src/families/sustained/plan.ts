import { decodeSeries } from '../../documents/stats.ts';
import { type Flushes, witnessesAmong } from '../flushes.ts';
import type { SustainedPlan, SustainedResult } from './schema.ts';
import { FILL_BLOCK_BYTES, STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import type { Layout } from '../../documents/environment.ts';
import { GIB, MIB } from '../../documents/units.ts';
import { byteCount, choice, wholeNumber } from '../../plan/codec.ts';
import { type DataFiles, filledBytes, fillStep, type Step } from '../../schedule/steps.ts';
import { definePlan, type RecordOf } from '../family.ts';
import { filledFileBytes, roundsMax } from './rounds.ts';

const USUAL_BYTES_PER_S = 1.7e9;

const QUICK: SustainedPlan = {
  family: 'sustained',
  suite: SUITE_VERSION,
  profile: 'quick',
  budget_bytes: 16 * GIB,
  round_bytes: 128 * MIB,
  file_bytes: GIB,
  queues: 1,
  until: 'cliff',
  limit_s: 120,
  seed: STANDARD_SEED,
};

export function sustainedFiles(plan: SustainedPlan): DataFiles {
  const { queues, seed } = plan;
  const row = { pattern: 'sequential', block_bytes: FILL_BLOCK_BYTES, queues, threads: 1 } as const;
  return { rows: [row], bytes: filledFileBytes(plan), data: 'random', seed };
}

/** All rounds are one step: how many there will be is known only at the end. */
export function roundsStep(plan: SustainedPlan): Step {
  return {
    id: 'rounds',
    pace: 'sustained rounds',
    work: roundsMax(plan) * plan.round_bytes,
    usualPerS: USUAL_BYTES_PER_S,
    counts: 'bytes',
    ...(plan.limit_s > 0 && { limitS: plan.limit_s }),
  };
}

function bytesWrittenMax(plan: SustainedPlan, layout: Layout): number {
  return filledBytes(sustainedFiles(plan), layout) + roundsMax(plan) * plan.round_bytes;
}

/** The flushes of every round, where it had much to do. */
export function sustainedFlushes({
  result,
  plan,
}: Pick<RecordOf<SustainedPlan, SustainedResult>, 'plan' | 'result'>): Flushes {
  const elapsedUs = decodeSeries(result.elapsed_us);
  const rounds = decodeSeries(result.total_us).map((us, round) => ({
    bytes: plan.round_bytes,
    flush_ns: (us - (elapsedUs[round] ?? us)) * 1e3,
  }));
  return { witnesses: witnessesAmong(rounds) };
}

export const sustainedPlan = definePlan<SustainedPlan, SustainedResult>({
  profiles: {
    quick: QUICK,
    full: {
      ...QUICK,
      profile: 'full',
      budget_bytes: 68 * GIB,
      round_bytes: 256 * MIB,
      file_bytes: 4 * GIB,
      until: 'budget',
      limit_s: 3_600,
    },
  },
  codec: {
    budget_bytes: byteCount('budget'),
    round_bytes: byteCount('round'),
    file_bytes: byteCount('size'),
    queues: wholeNumber('queues'),
    until: choice('until'),
    limit_s: wholeNumber('limit'),
    seed: wholeNumber('seed'),
  },
  steps: (plan, layout) => [fillStep(sustainedFiles(plan), layout), roundsStep(plan)],
  bytesWrittenMax,
  emptyResult: ({ queues }, layout) => ({
    family: 'sustained',
    layout,
    workers: queues,
    ended: 'stopped',
    elapsed_us: '',
    total_us: '',
  }),
});
