import { decodeSeries } from '../../documents/stats.ts';
import type { FamilyChecks } from '../family.ts';
import { SMALL_FILE_CASES, SMALL_FILE_STEPS, plannedFiles } from './plan.ts';
import { SmallFilesPlan, SmallFilesResult } from './schema.ts';

export const smallFilesChecks: FamilyChecks<SmallFilesPlan, SmallFilesResult> = {
  plan: SmallFilesPlan,
  result: SmallFilesResult,
  impossible({ result, plan }, { expectThat }) {
    expectThat(new Set(result.cases.map((of) => of.id)).size === result.cases.length, '/cases', 'a set is there twice');
    result.cases.forEach((of, index) => {
      const pointer = `/cases/${index}`;
      expectThat(of.files === plannedFiles(plan, of.id), `${pointer}/files`, 'is not what was planned');
      const [creates = 0, copies = 0, deletes = 0] = SMALL_FILE_STEPS.map(
        (step) => decodeSeries(of[`${step}_us`]).length,
      );
      const inOrder = plan.trials >= creates && creates >= copies && copies >= deletes && creates - deletes <= 1;
      expectThat(inOrder, pointer, 'its trials do not follow from one another');
      expectThat(
        of.verified_files === copies * of.files,
        `${pointer}/verified_files`,
        'is not every copy of every trial',
      );
      const writtenBytes = (creates + copies) * of.files * SMALL_FILE_CASES[of.id].file_bytes;
      expectThat(of.write.bytes === writtenBytes, `${pointer}/write/bytes`, `is not the ${writtenBytes} of all files`);
      const readBytes = copies * of.files * SMALL_FILE_CASES[of.id].file_bytes;
      expectThat(of.read.bytes === readBytes, `${pointer}/read/bytes`, `is not the ${readBytes} of all copies`);
      const times = SMALL_FILE_STEPS.flatMap((step) => decodeSeries(of[`${step}_us`]));
      expectThat(
        times.every((us) => us > 0),
        pointer,
        'a step took no time',
      );
    });
  },
};
