import * as z from 'zod/mini';
import { Layout } from '../../documents/environment.ts';
import { decodeHistogram, totalCount } from '../../documents/histogram.ts';
import { BOUNDS, STANDARD_SEED, FILL_BLOCK_BYTES, SUITE_VERSION, integerWithin } from '../../documents/bounds.ts';
import { Fill, Side } from '../../documents/pass.ts';
import { median } from '../../documents/stats.ts';
import { GIB, MIB } from '../../documents/units.ts';
import { byteCount, choice, wholeNumber } from '../../plan/codec.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import { filledBytes, type DataFiles } from '../../schedule/files.ts';
import { fillStep, type Step } from '../../schedule/steps.ts';
import { claims } from '../claims.ts';
import { defineFamily, FamilyProfile } from '../family.ts';
import { decodeSeries, seriesText, sum } from '../../documents/wire.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import { changePoints } from './change-points.ts';
import { isCliff } from './cliff.ts';
import { steadyFrom, STEADY_ROUNDS } from './steady.ts';

export * from './change-points.ts';
export * from './cliff.ts';
export * from './steady.ts';

export const MAX_ROUNDS = 4_096;
export const SUSTAINED_BOUNDS = {
  budget_bytes: { min: 64 * MIB, max: 1024 * GIB },
  round_bytes: { min: MIB, max: GIB },
  queues: { min: 1, max: 16 },
  limit_s: { min: 0, max: 86_400 },
} as const;

/** Writes round after round, each with its flush, until the speed falls, or is steady, or the budget is used up. */
export const SustainedPlan = z
  .strictObject({
    family: z.literal('sustained'),
    suite: z.literal(SUITE_VERSION),
    profile: FamilyProfile,
    /** The most that is written, filling the file included: agreed to before it begins. */
    budget_bytes: integerWithin(SUSTAINED_BOUNDS.budget_bytes, MIB),
    /** A round is one point of the chart: this many bytes, and a flush. */
    round_bytes: integerWithin(SUSTAINED_BOUNDS.round_bytes, FILL_BLOCK_BYTES),
    /** The rounds go through a file of this size, over and over. */
    file_bytes: integerWithin(BOUNDS.file_bytes, FILL_BLOCK_BYTES),
    queues: integerWithin(SUSTAINED_BOUNDS.queues),
    /** `cliff`: the speed has fallen and stays low; `steady`: it has not changed for a while. Or the budget is used up. */
    until: z.enum(['cliff', 'steady', 'budget']),
    /** Ends it after this long; 0: no limit. */
    limit_s: integerWithin(SUSTAINED_BOUNDS.limit_s),
    seed: integerWithin(BOUNDS.seed),
  })
  .check(
    z.refine((plan) => plan.file_bytes % plan.round_bytes === 0, 'the file must be a multiple of the round'),
    z.refine(
      (plan) => plan.budget_bytes >= plan.file_bytes + plan.round_bytes,
      'the budget is used up by filling the file',
    ),
    z.refine((plan) => roundsMax(plan) <= MAX_ROUNDS, `more than ${MAX_ROUNDS} rounds: make them larger`),
  );
export type SustainedPlan = z.infer<typeof SustainedPlan>;

/** How many rounds the budget is for. */
export function roundsMax(plan: Pick<SustainedPlan, 'budget_bytes' | 'file_bytes' | 'round_bytes'>): number {
  return Math.floor((plan.budget_bytes - plan.file_bytes) / plan.round_bytes);
}

export const SustainedResult = z.strictObject({
  family: z.literal('sustained'),
  fill: z.optional(Fill),
  layout: Layout,
  workers: z.int().check(z.positive()),
  ended: z.enum(['cliff', 'steady', 'budget', 'limit', 'stopped', 'failed']),
  /** Microseconds of every round, until its last write returned and until its flush was done. */
  elapsed_us: seriesText(),
  total_us: seriesText(),
  /** All writes of all rounds. */
  write: z.optional(Side),
});
export type SustainedResult = z.infer<typeof SustainedResult>;

export interface Level {
  readonly fromRound: number;
  readonly toRound: number;
  /** Bytes written in rounds before this level began. */
  readonly afterBytes: number;
  readonly bytesPerS: number;
  /** Against the level before; `null` for the first. */
  readonly ratio: number | null;
}

export interface SustainedFigures {
  /** Bytes per second of every round, its flush included. */
  readonly rounds: readonly number[];
  readonly levels: readonly Level[];
  readonly steadyFromRound: number | null;
  readonly steadyBytesPerS: number | null;
}

/** A change of less than this is no other level to a person, however sure statistics are of it. */
export const MIN_CHANGE = 0.1;

export function sustainedFigures(result: SustainedResult, plan: SustainedPlan): SustainedFigures {
  const rounds = decodeSeries(result.total_us).map((us) => (plan.round_bytes * 1e6) / us);
  const steadyFromRound = steadyFrom(rounds);
  return {
    rounds,
    levels: levelsOf(rounds, plan.round_bytes),
    steadyFromRound,
    steadyBytesPerS:
      steadyFromRound === null ? null : median(rounds.slice(steadyFromRound, steadyFromRound + STEADY_ROUNDS)),
  };
}

function levelsOf(rounds: readonly number[], roundBytes: number): Level[] {
  if (rounds.length === 0) return [];
  const kept: number[] = [];
  const starts = [0, ...changePoints(rounds)];
  // A change too small to matter joins its segment to the one before.
  starts.forEach((from, index) => {
    const before = kept.at(-1);
    const here = median(rounds.slice(from, starts[index + 1] ?? rounds.length));
    const ratio = before === undefined ? 0 : here / median(rounds.slice(before, from));
    if (before === undefined || Math.abs(ratio - 1) >= MIN_CHANGE) kept.push(from);
  });
  const levels: Level[] = [];
  for (const [index, fromRound] of kept.entries()) {
    const toRound = kept[index + 1] ?? rounds.length;
    const bytesPerS = median(rounds.slice(fromRound, toRound));
    const before = levels.at(-1);
    levels.push({
      fromRound,
      toRound,
      afterBytes: fromRound * roundBytes,
      bytesPerS,
      ratio: before ? bytesPerS / before.bytesPerS : null,
    });
  }
  return levels;
}

const USUAL_BYTES_PER_S = 400e6;

/** What may be written after a click on Run alone. */
const WRITTEN_UNASKED_BYTES = 2 * GIB;

function bytesWrittenMax(plan: SustainedPlan, layout: Layout): number {
  return filledBytes(sustainedFiles(plan), layout) + roundsMax(plan) * plan.round_bytes;
}

/** How many bytes a person must agree to before a plan begins; 0 for one that writes little. */
export function sustainedBytesToAgreeTo(plan: SustainedPlan): number {
  if (plan.budget_bytes <= WRITTEN_UNASKED_BYTES) return 0;
  return Math.min(bytesWrittenMax(plan, 'shared'), bytesWrittenMax(plan, 'per-worker'));
}

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

export function sustainedFiles({ queues, file_bytes, seed }: SustainedPlan): DataFiles {
  const row = { pattern: 'sequential', block_bytes: FILL_BLOCK_BYTES, queues, threads: 1 } as const;
  return { rows: [row], bytes: file_bytes, data: 'random', seed };
}

/** All rounds are one step: how many there will be is known only at the end. */
export function roundsStep(plan: SustainedPlan): Step {
  return {
    id: 'rounds',
    pace: 'sustained rounds',
    work: roundsMax(plan) * plan.round_bytes,
    usualPerS: USUAL_BYTES_PER_S,
    ...(plan.limit_s > 0 && { limitS: plan.limit_s }),
  };
}

export const sustained = defineFamily<SustainedPlan, SustainedResult>({
  id: 'sustained',
  plan: SustainedPlan,
  result: SustainedResult,
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
  contradictions({ result, plan }) {
    const { claim, found } = claims();
    const elapsed = decodeSeries(result.elapsed_us);
    const total = decodeSeries(result.total_us);
    claim(elapsed.length === total.length, '/total_us', 'has another number of rounds than elapsed_us');
    claim(total.length <= roundsMax(plan), '/total_us', 'more rounds than the budget is for');
    claim(
      total.every((us, round) => us > 0 && us >= (elapsed[round] ?? 0)),
      '/total_us',
      'a round is shorter than its writes',
    );
    claim(result.workers <= plan.queues, '/workers', 'more than planned');
    const { write } = result;
    claim(write !== undefined || total.length === 0, '/write', 'is missing');
    if (write) {
      claim(write.bytes === write.ops * FILL_BLOCK_BYTES, '/write/bytes', 'is not calls x 1 MiB');
      claim(write.bytes === total.length * plan.round_bytes, '/write/bytes', 'is not rounds x round');
      claim(
        totalCount(decodeHistogram(write.histogram) ?? []) === write.ops,
        '/write/histogram',
        'does not hold all calls',
      );
      claim(
        write.busy_ns <= sum(elapsed) * 1e3 * result.workers * 1.1,
        '/write/busy_ns',
        'is more time than the workers had',
      );
    }
    const rates = total.map((us) => plan.round_bytes / us);
    if (result.ended === 'cliff') claim(isCliff(rates), '/ended', 'the last rounds are no slower than those before');
    if (result.ended === 'steady') {
      claim(steadyFrom(rates.slice(-STEADY_ROUNDS)) === 0, '/ended', 'the last rounds are not steady');
    }
    return found;
  },
  iostat: ({ write, elapsed_us, workers }) => {
    if (!write) return [];
    const elapsedNs = sum(decodeSeries(elapsed_us)) * 1e3;
    const { ops: calls, bytes, busy_ns: ns } = write;
    return partOfPass('SEQ1M', passOfSpan({ elapsedNs, workers, write: { calls, bytes, ns } }));
  },
  figures: ({ result, plan }) => {
    const { levels, steadyBytesPerS } = sustainedFigures(result, plan);
    const [first, last] = [levels[0], levels.at(-1)];
    const figure = (id: string, value: number): Figure => ({
      id,
      name: id,
      unit: 'bytes_per_s',
      better: 'higher',
      ...intervalOf([value]),
      p99_ns: null,
      read_from: null,
    });
    if (!first || !last) return [];
    return [figure('at-last', steadyBytesPerS ?? last.bytesPerS), figure('at-first', first.bytesPerS)];
  },
});
