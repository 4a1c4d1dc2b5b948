import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { GIB, KIB, MIB } from '../../documents/units.ts';
import { byteCount, wholeNumber } from '../../plan/codec.ts';
import { type Step, loadStep } from '../../schedule/steps.ts';
import { definePlan } from '../family.ts';
import type { PickedCell, PickedFolderPlan, PickedFolderResult } from './schema.ts';

/** The steps in order, with bytes per call. */
export const PICKED_STEPS = {
  write: { block_bytes: MIB },
  seq_read: { block_bytes: MIB },
  rnd_read: { block_bytes: 4 * KIB },
  create: { block_bytes: 4 * KIB },
  delete: { block_bytes: 0 },
} as const satisfies Readonly<Record<PickedStep, object>>;

export type PickedStep = PickedCell['step'];
export const PICKED_STEP_IDS = Object.keys(PICKED_STEPS) as PickedStep[];

/** Where a call went. */
type PickedPlace = PickedCell['place'];

/** The ceiling: a file of this size in the browser's own storage, read before, and at most this many calls. */
export const CEILING = { file_bytes: 16 * MIB, random_reads: 2_000, small_files: 50 } as const;

/** Done before the ceiling and not counted: a browser does all of this faster when it has done it before. */
export const WARM_UP = { file_bytes: 4 * MIB, random_reads: 200, small_files: 10 } as const;

const QUICK: PickedFolderPlan = {
  family: 'picked-folder',
  suite: SUITE_VERSION,
  profile: 'quick',
  file_bytes: 256 * MIB,
  random_reads: 2_000,
  small_files: 100,
  seed: STANDARD_SEED,
};

/** Its warm-up included: see `WARM_UP`. */
const USUAL_LOAD_S = 0.5;

/** Bytes and calls per second on an ordinary drive, through the asynchronous files of a picked folder. */
const USUAL_BYTES_PER_S = 150e6;

const USUAL_CALLS_PER_S = { random: 1_000, create: 300, delete: 1_000 } as const;

type Amounts = Pick<PickedFolderPlan, 'file_bytes' | 'random_reads' | 'small_files'>;

function workOf(step: PickedStep, amounts: Amounts): Pick<Step, 'work' | 'usualPerS' | 'counts'> {
  switch (step) {
    case 'write':
    case 'seq_read':
      return { work: amounts.file_bytes, usualPerS: USUAL_BYTES_PER_S, counts: 'bytes' };
    case 'rnd_read':
      return { work: amounts.random_reads, usualPerS: USUAL_CALLS_PER_S.random, counts: 'calls' };
    case 'create':
    case 'delete':
      return { work: amounts.small_files, usualPerS: USUAL_CALLS_PER_S[step], counts: 'work' };
    default:
      return step satisfies never;
  }
}

/** Its warm-up, the browser's ceiling, then what was picked. */
export function pickedSteps(plan: PickedFolderPlan): Step[] {
  const stepOf = (place: PickedPlace, step: PickedStep, amounts: Amounts): Step => ({
    id: `${place} ${step}`,
    pace: `picked ${place} ${step}`,
    ...workOf(step, amounts),
  });
  return [
    loadStep('picked-folder', USUAL_LOAD_S),
    ...PICKED_STEP_IDS.map((step) => stepOf('ceiling', step, CEILING)),
    ...PICKED_STEP_IDS.map((step) => stepOf('picked', step, plan)),
  ];
}

export const pickedFolderPlan = definePlan<PickedFolderPlan, PickedFolderResult>({
  profiles: {
    quick: QUICK,
    full: { ...QUICK, profile: 'full', file_bytes: GIB, random_reads: 20_000, small_files: 1_000 },
  },
  codec: {
    file_bytes: byteCount('size'),
    random_reads: wholeNumber('reads'),
    small_files: wholeNumber('files'),
    seed: wholeNumber('seed'),
  },
  steps: pickedSteps,
  bytesWrittenMax({ file_bytes, small_files }) {
    // The browser writes beside the file and, in its own storage, copies from there.
    const files = file_bytes + CEILING.file_bytes + WARM_UP.file_bytes;
    return 2 * (files + (small_files + CEILING.small_files + WARM_UP.small_files) * 4 * KIB);
  },
  emptyResult: () => ({ family: 'picked-folder', cells: [] }),
});
