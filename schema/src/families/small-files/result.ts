import { decodeSeries } from '../../documents/stats.ts';
import type { FamilyChecks } from '../family.ts';
import { SMALL_FILE_CASES, SMALL_FILE_STEPS, plannedFiles } from './plan.ts';
import { SmallFilesPlan, SmallFilesResult } from './schema.ts';

export const smallFilesChecks: FamilyChecks<SmallFilesPlan, SmallFilesResult> = {
  plan: SmallFilesPlan,
  result: SmallFilesResult,
  impossible({ result, plan }, { claim }) {
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
  },
};
