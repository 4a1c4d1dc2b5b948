import * as z from 'zod/mini';
import { BOUNDS, STANDARD_SEED, SUITE_VERSION, integerWithin } from '../../documents/bounds.ts';
import { median, spread } from '../../documents/stats.ts';
import { KIB, MIB } from '../../documents/units.ts';
import { wholeNumber } from '../../plan/codec.ts';
import type { Figure } from '../../figures/figure.ts';
import { loadStep, type Step } from '../../schedule/steps.ts';
import { claims } from '../claims.ts';
import { defineFamily, FamilyProfile } from '../family.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import { CallSum, count, decodeSeries, seriesText, sum } from '../../documents/wire.ts';

export const SMALL_FILES_BOUNDS = { files: { min: 0, max: 20_000 }, trials: { min: 1, max: 9 } } as const;

/**
 * The three sets of CopySpdBench: "LL" opens, reads, writes and closes each file itself (here through synchronous
 * handles), "HL" leaves it to one call of the system (here the asynchronous API).
 */
export const SMALL_FILE_CASES = {
  ll_512k: { api: 'LL', file_bytes: 512 * KIB, buffer_bytes: 64 * KIB, field: 'll_512k_files' },
  ll_4k: { api: 'LL', file_bytes: 4 * KIB, buffer_bytes: 64 * KIB, field: 'll_4k_files' },
  hl_4k: { api: 'HL', file_bytes: 4 * KIB, buffer_bytes: null, field: 'hl_4k_files' },
} as const;
export const SmallFileCaseId = z.enum(['ll_512k', 'll_4k', 'hl_4k']);
export type SmallFileCaseId = z.infer<typeof SmallFileCaseId>;

export const SMALL_FILE_STEPS = ['create', 'copy', 'delete'] as const;
export type SmallFileStep = (typeof SMALL_FILE_STEPS)[number];

/** Files of each set: created, copied, both deleted; every copy is compared with what was to be copied. */
export const SmallFilesPlan = z.strictObject({
  family: z.literal('small-files'),
  suite: z.literal(SUITE_VERSION),
  profile: FamilyProfile,
  /** 0 leaves a set out. */
  ll_512k_files: integerWithin(SMALL_FILES_BOUNDS.files),
  ll_4k_files: integerWithin(SMALL_FILES_BOUNDS.files),
  hl_4k_files: integerWithin(SMALL_FILES_BOUNDS.files),
  trials: integerWithin(SMALL_FILES_BOUNDS.trials),
  seed: integerWithin(BOUNDS.seed),
});
export type SmallFilesPlan = z.infer<typeof SmallFilesPlan>;

const trialsUs = () => seriesText(160);
export const SmallFileCase = z.strictObject({
  id: SmallFileCaseId,
  files: count(),
  /** Calls under way at once while files are created, copied and deleted. */
  in_flight: z.int().check(z.positive(), z.maximum(256)),
  /** One value a finished trial, in microseconds: for all files of the set. `delete` removes originals and copies. */
  create_us: trialsUs(),
  copy_us: trialsUs(),
  delete_us: trialsUs(),
  /** Calls that moved content, in all trials: of a buffer (LL) or of a file (HL). */
  read: CallSum,
  write: CallSum,
  /** Copies whose content was compared, outside the timed part; a difference ends the run. */
  verified_files: count(),
});
export type SmallFileCase = z.infer<typeof SmallFileCase>;

export const SmallFilesResult = z.strictObject({
  family: z.literal('small-files'),
  cases: z.array(SmallFileCase).check(z.maxLength(3)),
});
export type SmallFilesResult = z.infer<typeof SmallFilesResult>;

export interface SmallFileFigure {
  readonly step: SmallFileStep;
  readonly seconds: number;
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly spread: number;
  readonly filesPerS: number;
  /** Of file content; deleting moves none. */
  readonly bytesPerS: number | null;
  /** The unit of the published figures, which is called MB/s there: 2^20 bytes a second. */
  readonly mibPerS: number | null;
}

/** What a set of files took, from the median trial. Deleting removes twice as many: originals and copies. */
export function smallFileFigure(
  of: Pick<SmallFileCase, 'id' | 'files'>,
  step: SmallFileStep,
  seconds: readonly number[],
): SmallFileFigure | null {
  if (seconds.length === 0) return null;
  const middle = median(seconds);
  const bytes = of.files * SMALL_FILE_CASES[of.id].file_bytes;
  const files = step === 'delete' ? 2 * of.files : of.files;
  return {
    step,
    seconds: middle,
    minSeconds: Math.min(...seconds),
    maxSeconds: Math.max(...seconds),
    spread: spread(seconds),
    filesPerS: files / middle,
    bytesPerS: step === 'delete' ? null : bytes / middle,
    mibPerS: step === 'delete' ? null : bytes / MIB / middle,
  };
}

export function smallFileFigures(of: SmallFileCase): SmallFileFigure[] {
  return SMALL_FILE_STEPS.flatMap((step) => {
    const figure = smallFileFigure(
      of,
      step,
      decodeSeries(of[`${step}_us`]).map((us) => us / 1e6),
    );
    return figure ? [figure] : [];
  });
}

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
/**
 * Files per second on an ordinary computer. Handles are opened one by one, and a browser takes its time for each. Copies are
 * compared before the next step.
 */
const USUAL_FILES_PER_S: Readonly<Record<SmallFileCaseId, Readonly<Record<SmallFileStep, number>>>> = {
  ll_512k: { create: 500, copy: 120, delete: 800 },
  ll_4k: { create: 600, copy: 300, delete: 1_500 },
  hl_4k: { create: 600, copy: 250, delete: 2_000 },
};
const CASE_IDS = SmallFileCaseId.options;

export function plannedFiles(plan: SmallFilesPlan, id: SmallFileCaseId): number {
  return plan[SMALL_FILE_CASES[id].field];
}

/** The name of a step, as the worker says it. */
export function smallFileStepId(id: SmallFileCaseId, trial: number, step: SmallFileStep): string {
  return `${id} ${trial} ${step}`;
}

function smallFileSteps(plan: SmallFilesPlan): Step[] {
  const trials = CASE_IDS.filter((id) => plannedFiles(plan, id) > 0).flatMap((id) =>
    Array.from({ length: plan.trials }, (_, trial) =>
      SMALL_FILE_STEPS.map((step) => ({
        id: smallFileStepId(id, trial, step),
        pace: `${id} ${step}`,
        work: plannedFiles(plan, id),
        usualPerS: USUAL_FILES_PER_S[id][step],
      })),
    ).flat(),
  );
  return [loadStep('small-files', USUAL_LOAD_S), ...trials];
}

export const smallFiles = defineFamily<SmallFilesPlan, SmallFilesResult>({
  id: 'small-files',
  plan: SmallFilesPlan,
  result: SmallFilesResult,
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
    plan.trials * 2 * sum(CASE_IDS.map((id) => plannedFiles(plan, id) * SMALL_FILE_CASES[id].file_bytes)),
  contradictions({ result, plan }) {
    const { claim, found } = claims();
    claim(new Set(result.cases.map((of) => of.id)).size === result.cases.length, '/cases', 'a set is there twice');
    result.cases.forEach((of, index) => {
      const pointer = `/cases/${index}`;
      claim(of.files === plannedFiles(plan, of.id), `${pointer}/files`, 'is not what was planned');
      const [created = 0, copied = 0, deleted = 0] = SMALL_FILE_STEPS.map(
        (step) => decodeSeries(of[`${step}_us`]).length,
      );
      const inOrder = plan.trials >= created && created >= copied && copied >= deleted && created - deleted <= 1;
      claim(inOrder, pointer, 'its trials do not follow from one another');
      claim(of.verified_files === copied * of.files, `${pointer}/verified_files`, 'is not every copy of every trial');
      const written = (created + copied) * of.files * SMALL_FILE_CASES[of.id].file_bytes;
      claim(of.write.bytes === written, `${pointer}/write/bytes`, `is not the ${written} of all files`);
      const read = copied * of.files * SMALL_FILE_CASES[of.id].file_bytes;
      claim(of.read.bytes === read, `${pointer}/read/bytes`, `is not the ${read} of all copies`);
      const times = SMALL_FILE_STEPS.flatMap((step) => decodeSeries(of[`${step}_us`]));
      claim(
        times.every((us) => us > 0),
        pointer,
        'a step took no time',
      );
    });
    return found;
  },
  iostat: ({ cases }) =>
    cases.flatMap(({ id, in_flight, create_us, copy_us, read, write }) => {
      const elapsedNs = sum([...decodeSeries(create_us), ...decodeSeries(copy_us)]) * 1e3;
      return partOfPass(id, passOfSpan({ elapsedNs, workers: in_flight, read, write }));
    }),
  figures: ({ result }) =>
    result.cases.flatMap((of) =>
      smallFileFigures(of).map(({ step, filesPerS, minSeconds, maxSeconds, seconds }): Figure => {
        const files = filesPerS * seconds;
        return {
          id: `${of.id} ${step}`,
          name: `${of.id} ${step}`,
          unit: 'files_per_s',
          better: 'higher',
          value: filesPerS,
          low: files / maxSeconds,
          high: files / minSeconds,
          p99_ns: null,
          read_from: null,
        };
      }),
    ),
});
