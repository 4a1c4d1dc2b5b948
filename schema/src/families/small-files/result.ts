import * as z from 'zod/mini';
import { CallSum, count, seriesText } from '../../documents/checks.ts';
import { decodeSeries } from '../../documents/wire.ts';
import { claims } from '../claims.ts';
import { defineResultSide } from '../family.ts';
import { SMALL_FILE_CASES, SMALL_FILE_STEPS, SMALL_FILE_CASE_IDS, plannedFiles } from './plan.ts';
import type { SmallFilesPlan } from './plan-schema.ts';

const trialsUs = () => seriesText(160);

export const SmallFileCase = z.strictObject({
  id: z.enum(SMALL_FILE_CASE_IDS),
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

export const smallFilesResultSide = defineResultSide<SmallFilesPlan, SmallFilesResult>({
  id: 'small-files',
  result: SmallFilesResult,
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
});
