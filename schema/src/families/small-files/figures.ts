import { decodeSeries, median, sum } from '../../documents/stats.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf, type MeasuredValue } from '../../figures/loops.ts';
import type { Family } from '../family.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import { SMALL_FILE_CASES, SMALL_FILE_STEPS, type SmallFileStep, smallFilesPlan } from './plan.ts';
import type { SmallFilesPlan, SmallFileCase, SmallFilesResult } from './schema.ts';

/** A copy reads as much as it writes. */
const DIRECTIONS = { create: 'write', copy: 'mix', delete: null } as const;

interface SmallFileFigure {
  readonly step: SmallFileStep;
  readonly seconds: number;
  readonly filesPerS: number;
  readonly interval: MeasuredValue;
  /** File content; deleting moves none. */
  readonly bytesPerS: number | null;
}

/** Whether each file in flight waits for calls of its own. A worker with several open makes one call at a time, and how many workers there were is not recorded. */
const hasCallers = (id: SmallFileCase['id'], inFlight: number) => SMALL_FILE_CASES[id].api === 'HL' || inFlight === 1;

type Measures = Pick<SmallFileCase, 'id' | 'files' | `${SmallFileStep}_us`>;

/** The times of a set of files, from the median trial. Deleting removes twice as many: originals and copies. */
export function smallFileFigures(of: Measures): SmallFileFigure[] {
  return SMALL_FILE_STEPS.flatMap((step) => {
    const trials = decodeSeries(of[`${step}_us`]).map((us) => us / 1e6);
    if (trials.length === 0) return [];
    const seconds = median(trials);
    const files = step === 'delete' ? 2 * of.files : of.files;
    const filesPerS = files / seconds;
    const interval = { ...intervalOf(trials.map((trial) => files / trial)), value: filesPerS };
    const bytes = of.files * SMALL_FILE_CASES[of.id].file_bytes;
    return [{ step, seconds, filesPerS, interval, bytesPerS: step === 'delete' ? null : bytes / seconds }];
  });
}

export const smallFilesFamily = {
  ...smallFilesPlan,
  needsBrowser: true,
  iostat: ({ cases }) =>
    cases.flatMap(({ id, in_flight, create_us, copy_us, read, write }) => {
      const elapsedNs = sum([...decodeSeries(create_us), ...decodeSeries(copy_us)]) * 1e3;
      const parts = partOfPass(id, passOfSpan({ elapsedNs, workers: in_flight, read, write }));
      return hasCallers(id, in_flight) ? parts : parts.map((part) => ({ ...part, iowait_percent: null }));
    }),
  figures: ({ result }) =>
    result.cases.flatMap((of) =>
      smallFileFigures(of).map(({ step, interval }): Figure => ({
        id: `${of.id} ${step}`,
        name: `${of.id} ${step}`,
        unit: 'files_per_s',
        better: 'higher',
        direction: DIRECTIONS[step],
        row: null,
        ...interval,
        p99_ns: null,
        origin: null,
      })),
    ),
} satisfies Family<SmallFilesPlan, SmallFilesResult>;
