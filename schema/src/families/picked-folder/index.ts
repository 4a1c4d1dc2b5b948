import * as z from 'zod/mini';
import { bucketValueNs, decodeHistogram, percentileBucket, totalCount } from '../../histogram.ts';
import { BOUNDS, SUITE_VERSION } from '../../plan.ts';
import { STANDARD_SEED } from '../../profiles.ts';
import { GIB, KIB, MIB } from '../../units.ts';
import { byteCount, wholeNumber } from '../codec.ts';
import { claims, defineFamily, FamilyProfile } from '../family.ts';
import { count, integerWithin, nanoseconds, sparseText } from '../wire.ts';

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

/** A slow stick. */
const ASSUMED_BYTES_PER_S = 40e6;
const ASSUMED_CALLS_PER_S = 100;
const START_S = 2;

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
  estimate({ file_bytes, random_reads, small_files }) {
    const calls = random_reads / 10 + 2 * small_files;
    // The browser writes beside the file and, in its own storage, copies from there.
    const files = file_bytes + CEILING.file_bytes + WARM_UP.file_bytes;
    const written = files + (small_files + CEILING.small_files + WARM_UP.small_files) * 4 * KIB;
    return {
      seconds: START_S + (2 * file_bytes) / ASSUMED_BYTES_PER_S + calls / ASSUMED_CALLS_PER_S,
      bytesWrittenMax: 2 * written,
    };
  },
  contradictions({ source, cells }) {
    const { claim, found } = claims();
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
    });
    return found;
  },
});
