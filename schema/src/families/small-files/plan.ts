import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { KIB } from '../../documents/units.ts';
import { sum } from '../../documents/stats.ts';
import { wholeNumber } from '../../plan/codec.ts';
import { type Step, loadStep } from '../../schedule/steps.ts';
import { definePlan } from '../family.ts';
import type { SmallFileCase, SmallFilesPlan, SmallFilesResult } from './schema.ts';

/**
 * The three sets of CopySpdBench: "LL" opens, reads, writes and closes each file itself (here through synchronous
 * handles), "HL" leaves it to one call of the system (here the asynchronous API).
 */
export const SMALL_FILE_CASES = {
  ll_512k: { api: 'LL', file_bytes: 512 * KIB, buffer_bytes: 64 * KIB, field: 'll_512k_files' },
  ll_4k: { api: 'LL', file_bytes: 4 * KIB, buffer_bytes: 64 * KIB, field: 'll_4k_files' },
  hl_4k: { api: 'HL', file_bytes: 4 * KIB, buffer_bytes: null, field: 'hl_4k_files' },
} as const satisfies Readonly<Record<SmallFileCase['id'], object>>;

type SmallFileCaseId = SmallFileCase['id'];
export const SMALL_FILE_CASE_IDS = Object.keys(SMALL_FILE_CASES) as SmallFileCaseId[];

export const SMALL_FILE_STEPS = ['create', 'copy', 'delete'] as const;
export type SmallFileStep = (typeof SMALL_FILE_STEPS)[number];

const QUICK: SmallFilesPlan = {
  family: 'small-files',
  suite: SUITE_VERSION,
  profile: 'quick',
  ll_512k_files: 10,
  ll_4k_files: 60,
  hl_4k_files: 250,
  trials: 5,
  seed: STANDARD_SEED,
};

const USUAL_LOAD_S = 0.2;

/** Files per second. Handles are opened one by one, and a browser takes its time for each. Copies are compared before the next step. */
const USUAL_FILES_PER_S: Readonly<Record<SmallFileCaseId, Readonly<Record<SmallFileStep, number>>>> = {
  ll_512k: { create: 650, copy: 160, delete: 1_100 },
  ll_4k: { create: 800, copy: 400, delete: 2_000 },
  hl_4k: { create: 800, copy: 330, delete: 2_700 },
};

export function plannedFiles(plan: SmallFilesPlan, id: SmallFileCaseId): number {
  return plan[SMALL_FILE_CASES[id].field];
}

/** The name of a step, as the worker says it. */
export function smallFileStepId(id: SmallFileCaseId, trial: number, step: SmallFileStep): string {
  return `${id} ${trial} ${step}`;
}

function smallFileSteps(plan: SmallFilesPlan): Step[] {
  const trials = SMALL_FILE_CASE_IDS.filter((id) => plannedFiles(plan, id) > 0).flatMap((id) =>
    Array.from({ length: plan.trials }, (_, trial) =>
      SMALL_FILE_STEPS.map((step) => ({
        id: smallFileStepId(id, trial, step),
        pace: `${id} ${step}`,
        work: plannedFiles(plan, id),
        usualPerS: USUAL_FILES_PER_S[id][step],
        counts: 'work' as const,
      })),
    ).flat(),
  );
  return [loadStep('small-files', USUAL_LOAD_S), ...trials];
}

export const smallFilesPlan = definePlan<SmallFilesPlan, SmallFilesResult>({
  profiles: {
    quick: QUICK,
    full: { ...QUICK, profile: 'full', ll_512k_files: 200, ll_4k_files: 1_000, hl_4k_files: 5_000 },
  },
  codec: {
    ll_512k_files: wholeNumber('ll512k'),
    ll_4k_files: wholeNumber('ll4k'),
    hl_4k_files: wholeNumber('hl4k'),
    trials: wholeNumber('trials'),
    seed: wholeNumber('seed'),
  },
  steps: smallFileSteps,
  bytesWrittenMax: (plan) =>
    plan.trials * 2 * sum(SMALL_FILE_CASE_IDS.map((id) => plannedFiles(plan, id) * SMALL_FILE_CASES[id].file_bytes)),
  emptyResult: () => ({ family: 'small-files', cases: [] }),
});
