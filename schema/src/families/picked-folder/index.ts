import * as z from 'zod/mini';
import { bucketValueNs, decodeHistogram, percentileBucket, totalCount } from '../../documents/histogram.ts';
import { BOUNDS, STANDARD_SEED, SUITE_VERSION, integerWithin } from '../../documents/bounds.ts';
import { GIB, KIB, MIB } from '../../documents/units.ts';
import { byteCount, wholeNumber } from '../../plan/codec.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import { loadStep, type Step } from '../../schedule/steps.ts';
import { claims, type Claim } from '../claims.ts';
import { defineFamily, FamilyProfile } from '../family.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import { count, nanoseconds, sparseText } from '../../documents/wire.ts';

export const PICKED_BOUNDS = {
  file_bytes: { min: 16 * MIB, max: 16 * GIB },
  random_reads: { min: 100, max: 100_000 },
  small_files: { min: 10, max: 5_000 },
} as const;

/** What is done, in order, and by how many bytes a call. A file that was picked is only read. */
export const PICKED_STEPS = {
  write: { block_bytes: MIB, needs: 'folder' },
  seq_read: { block_bytes: MIB, needs: 'file' },
  rnd_read: { block_bytes: 4 * KIB, needs: 'file' },
  create: { block_bytes: 4 * KIB, needs: 'folder' },
  delete: { block_bytes: 0, needs: 'folder' },
} as const;
export const PickedStep = z.enum(['write', 'seq_read', 'rnd_read', 'create', 'delete']);
export type PickedStep = z.infer<typeof PickedStep>;

/** The ceiling: a file of this size in the browser's own storage, read before, and this many calls at the most. */
export const CEILING = { file_bytes: 16 * MIB, random_reads: 2_000, small_files: 50 } as const;

/** Done before the ceiling and not counted: a browser does all of this faster when it has done it before. */
export const WARM_UP = { file_bytes: 4 * MIB, random_reads: 200, small_files: 10 } as const;

/** A folder, or a file, that the person picks; there are no synchronous handles there. */
export const PickedFolderPlan = z.strictObject({
  family: z.literal('picked-folder'),
  suite: z.literal(SUITE_VERSION),
  profile: FamilyProfile,
  file_bytes: integerWithin(PICKED_BOUNDS.file_bytes, MIB),
  random_reads: integerWithin(PICKED_BOUNDS.random_reads),
  small_files: integerWithin(PICKED_BOUNDS.small_files),
  seed: integerWithin(BOUNDS.seed),
});
export type PickedFolderPlan = z.infer<typeof PickedFolderPlan>;

/** Calls of one kind, one after the other. */
export const PickedCell = z.strictObject({
  /** `ceiling`: the same calls on the browser's own storage, where what is read is in memory. */
  place: z.enum(['picked', 'ceiling']),
  step: PickedStep,
  ops: count(),
  bytes: count(),
  /** `write`: from opening the stream to its last write. */
  elapsed_ns: nanoseconds(),
  /** `write` alone: closing the stream, by which the browser puts the file in its place. */
  close_ns: nanoseconds(),
  histogram: sparseText(),
  /** Blocks whose content was compared, outside the timed calls; that of a picked file is not known. */
  verified_blocks: count(),
});
export type PickedCell = z.infer<typeof PickedCell>;

export const PickedFolderResult = z.strictObject({
  family: z.literal('picked-folder'),
  source: z.enum(['folder', 'file']),
  cells: z.array(PickedCell).check(z.maxLength(10)),
});
export type PickedFolderResult = z.infer<typeof PickedFolderResult>;

export interface PickedFigure {
  /** `null` where no content is moved. */
  readonly bytesPerS: number | null;
  readonly opsPerS: number;
  readonly p50Ns: number;
  readonly p99Ns: number;
  /** Closing included; `null` where nothing is closed apart. */
  readonly closedBytesPerS: number | null;
  /** Of what this browser reaches in the same calls; near 1 the browser is what was measured, not the drive. */
  readonly ofCeiling: number | null;
}

const rate = ({ ops, elapsed_ns }: PickedCell) => (ops * 1e9) / elapsed_ns;

export function pickedFigure(cell: PickedCell, { cells }: PickedFolderResult): PickedFigure | null {
  const counts = decodeHistogram(cell.histogram) ?? [];
  if (cell.ops === 0 || cell.elapsed_ns === 0 || totalCount(counts) === 0) return null;
  const ceiling = cells.find(({ place, step }) => place === 'ceiling' && step === cell.step);
  return {
    bytesPerS: cell.bytes === 0 ? null : (cell.bytes * 1e9) / cell.elapsed_ns,
    opsPerS: rate(cell),
    p50Ns: bucketValueNs(percentileBucket(counts, 0.5)),
    p99Ns: bucketValueNs(percentileBucket(counts, 0.99)),
    closedBytesPerS: cell.step === 'write' ? (cell.bytes * 1e9) / (cell.elapsed_ns + cell.close_ns) : null,
    ofCeiling: ceiling && ceiling.elapsed_ns > 0 && cell.place === 'picked' ? rate(cell) / rate(ceiling) : null,
  };
}

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

function workOf(step: PickedStep, amounts: Amounts): Pick<Step, 'work' | 'usualPerS'> {
  switch (step) {
    case 'write':
    case 'seq_read':
      return { work: amounts.file_bytes, usualPerS: USUAL_BYTES_PER_S };
    case 'rnd_read':
      return { work: amounts.random_reads, usualPerS: USUAL_CALLS_PER_S.random };
    case 'create':
    case 'delete':
      return { work: amounts.small_files, usualPerS: USUAL_CALLS_PER_S[step] };
    default:
      return step satisfies never;
  }
}

/** Its warm-up, the browser's ceiling,  then what was picked: of a file only the reads. */
export function pickedSteps(plan: PickedFolderPlan, source: PickedFolderResult['source']): Step[] {
  const own = PickedStep.options.filter((step) => source === 'folder' || PICKED_STEPS[step].needs === 'file');
  const stepOf = (place: PickedCell['place'], step: PickedStep, amounts: Amounts): Step => ({
    id: `${place} ${step}`,
    pace: `picked ${place} ${step}`,
    ...workOf(step, amounts),
  });
  return [
    loadStep('picked-folder', USUAL_LOAD_S),
    ...PickedStep.options.map((step) => stepOf('ceiling', step, CEILING)),
    ...own.map((step) => stepOf('picked', step, plan)),
  ];
}

export const pickedFolder = defineFamily<PickedFolderPlan, PickedFolderResult>({
  id: 'picked-folder',
  plan: PickedFolderPlan,
  result: PickedFolderResult,
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
  steps: (plan) => pickedSteps(plan, 'folder'),
  bytesWrittenMax({ file_bytes, small_files }) {
    // The browser writes beside the file and, in its own storage, copies from there.
    const files = file_bytes + CEILING.file_bytes + WARM_UP.file_bytes;
    return 2 * (files + (small_files + CEILING.small_files + WARM_UP.small_files) * 4 * KIB);
  },
  contradictions({ result: { source, cells }, plan, environment, status }) {
    const { claim, claimOfRecord, found } = claims();
    const engine = source === 'folder' ? 'picked-folder' : 'picked-file';
    claimOfRecord(environment.engine === engine, '/environment/engine', `is not ${engine}, which was measured`);
    const seen = new Set<string>();
    cells.forEach((cell, index) => {
      const pointer = `/cells/${index}`;
      const { block_bytes, needs } = PICKED_STEPS[cell.step];
      const name = `${cell.place} ${cell.step}`;
      claim(!seen.has(name), pointer, 'is there twice');
      seen.add(name);
      claim(source === 'folder' || needs === 'file' || cell.place === 'ceiling', `${pointer}/step`, 'needs a folder');
      claim(cell.bytes === cell.ops * block_bytes, `${pointer}/bytes`, 'is not calls x block');
      claim(
        totalCount(decodeHistogram(cell.histogram) ?? []) === cell.ops,
        `${pointer}/histogram`,
        'does not hold all calls',
      );
      claim(cell.verified_blocks <= cell.ops, `${pointer}/verified_blocks`, 'is more than was read');
      claim(cell.step === 'write' || cell.close_ns === 0, `${pointer}/close_ns`, 'belongs to a stream');
      const maxOps = plannedOps(cell, plan);
      claim(cell.ops <= maxOps, `${pointer}/ops`, 'is more than the plan asks for');
      const partial = status !== 'done' || (source === 'file' && cell.place === 'picked');
      claim(
        partial || cell.ops === maxOps,
        `${pointer}/ops`,
        'is less than the plan asks for, though the run was finished',
      );
      checkTimes(cell, environment.clock_step_ns, pointer, claim);
    });
    return found;
  },
  iostat: ({ cells }) =>
    cells.flatMap(({ place, step, ops: calls, bytes, elapsed_ns: elapsedNs }) => {
      if (bytes === 0) return [];
      const direction = step === 'write' || step === 'create' ? 'write' : 'read';
      const span = { elapsedNs, workers: 1, [direction]: { calls, bytes, ns: elapsedNs } };
      return partOfPass(`${place} ${step}`, passOfSpan(span));
    }),
  figures: ({ result }) =>
    result.cells.filter(({ place }) => place === 'picked').flatMap((cell) => figureOfCell(cell, result)),
});

/** A file that was written just before is read from memory; of one that was there before nothing tells where it was. */
function readFrom({ step }: PickedCell, source: PickedFolderResult['source']): Figure['read_from'] {
  if (step !== 'seq_read' && step !== 'rnd_read') return null;
  return source === 'folder' ? 'cached' : 'unknown';
}

function figureOfCell(cell: PickedCell, result: PickedFolderResult): Figure[] {
  const figure = pickedFigure(cell, result);
  if (!figure) return [];
  const { step } = cell;
  const speed = step === 'write' ? figure.closedBytesPerS : step === 'seq_read' ? figure.bytesPerS : null;
  const unit = step === 'create' || step === 'delete' ? 'files_per_s' : speed === null ? 'iops' : 'bytes_per_s';
  return [
    {
      id: step,
      name: step,
      unit,
      better: 'higher',
      ...intervalOf([speed ?? figure.opsPerS]),
      p99_ns: figure.p99Ns,
      read_from: readFrom(cell, result.source),
    },
  ];
}

/** How many calls a step has at the most; a file that was picked may be smaller than what the plan reads of it. */
function plannedOps({ place, step }: PickedCell, plan: PickedFolderPlan): number {
  const { file_bytes, random_reads, small_files } = place === 'ceiling' ? CEILING : plan;
  switch (step) {
    case 'write':
    case 'seq_read':
      return file_bytes / MIB;
    case 'rnd_read':
      return Math.min(random_reads, place === 'picked' ? Infinity : file_bytes / PICKED_STEPS.rnd_read.block_bytes);
    case 'create':
    case 'delete':
      return small_files;
    default:
      return step satisfies never;
  }
}

/** Middles of buckets stand for their calls: sums may be this much off. */
const TIME_SLACK = 1.1;

/** One call after the other: together they take as long as the step, which for a write begins with opening. */
function checkTimes(cell: PickedCell, clockStepNs: number, pointer: string, claim: Claim): void {
  const counts = decodeHistogram(cell.histogram) ?? [];
  const insideNs = counts.reduce((total, n, bucket) => total + n * bucketValueNs(bucket), 0);
  const stepsNs = cell.ops * clockStepNs;
  claim(insideNs <= cell.elapsed_ns * TIME_SLACK + stepsNs, `${pointer}/elapsed_ns`, 'is less than its calls took');
  const noMore = cell.step === 'write' || cell.elapsed_ns <= insideNs * TIME_SLACK + stepsNs;
  claim(noMore, `${pointer}/elapsed_ns`, 'is more than its calls took');
}
