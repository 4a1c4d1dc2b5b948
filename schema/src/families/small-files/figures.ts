import { decodeSeries, median, spread, sum } from '../../documents/stats.ts';
import { MIB } from '../../documents/units.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf, type Measured } from '../../figures/loops.ts';
import type { Family } from '../family.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import { SMALL_FILE_CASES, SMALL_FILE_STEPS, type SmallFileStep, smallFilesPlan } from './plan.ts';
import type { SmallFilesPlan, SmallFileCase, SmallFilesResult } from './schema.ts';

interface SmallFileFigure {
  readonly step: SmallFileStep;
  readonly seconds: number;
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly spread: number;
  readonly filesPerS: number;
  readonly interval: Measured;
  /** File content; deleting moves none. */
  readonly bytesPerS: number | null;
  /** The unit of the published figures, which is called MB/s there: 2^20 bytes per second. */
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
    interval: { ...intervalOf(seconds.map((trial) => files / trial)), value: files / middle },
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

export const smallFilesFamily = {
  ...smallFilesPlan,
  needsBrowser: true,
  iostat: ({ cases }) =>
    cases.flatMap(({ id, in_flight, create_us, copy_us, read, write }) => {
      const elapsedNs = sum([...decodeSeries(create_us), ...decodeSeries(copy_us)]) * 1e3;
      return partOfPass(id, passOfSpan({ elapsedNs, workers: in_flight, read, write }));
    }),
  figures: ({ result }) =>
    result.cases.flatMap((of) =>
      smallFileFigures(of).map(({ step, interval }): Figure => ({
        id: `${of.id} ${step}`,
        name: `${of.id} ${step}`,
        unit: 'files_per_s',
        better: 'higher',
        ...interval,
        p99_ns: null,
        read_from: null,
      })),
    ),
} satisfies Family<SmallFilesPlan, SmallFilesResult>;
