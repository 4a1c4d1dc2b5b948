import { stepsOf, type StorageApisPlan, type StorageApisResult } from '@opfsmark/schema/families';
import { NO_DATA_FILES } from '@opfsmark/schema/schedule';
import { runTask } from '../../page/task.ts';
import type { WorkerLike } from '../../page/worker-client.ts';
import type { Workload } from '../../page/workload.ts';
import type { StorageApisFound } from './messages.ts';

const spawn = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

export const storageApis: Workload<'storage-apis'> = {
  files: () => NO_DATA_FILES,
  empty: () => ({ family: 'storage-apis', missing: [], cells: [] }),
  async measure(session, plan, publish) {
    let result: StorageApisResult = { family: 'storage-apis', missing: [], cells: [] };
    await runTask<StorageApisPlan, StorageApisFound>(session, {
      spawn,
      plan,
      steps: stepsOf(plan, session.layout),
      onFound: (found) => {
        result =
          'cell' in found
            ? { ...result, cells: [...result.cells, found.cell] }
            : { ...result, missing: [...result.missing, found.missing] };
        publish(result);
      },
    });
  },
};
