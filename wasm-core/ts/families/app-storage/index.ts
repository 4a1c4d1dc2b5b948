import {
  appStoragePlan,
  AppStoragePlan,
  stepsBy,
  type AppStorageRow,
  type ContenderId,
  type IdbProbe,
} from '@opfsmark/schema/families';
import { NO_DATA_FILES } from '@opfsmark/schema/schedule';
import { runTask } from '../../page/task.ts';
import type { WorkerLike } from '../../page/worker-client.ts';
import type { Workload } from '../../page/workload.ts';
import type { AppStorageFound, AppStorageTask } from './messages.ts';
import { ContenderStarter } from './starter.ts';

const spawn = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

export const appStorage: Workload<'app-storage'> = {
  plans: appStoragePlan,
  schema: AppStoragePlan,
  files: () => NO_DATA_FILES,
  async measure(session, plan, publish, reloading) {
    const { paused } = reloading;
    const before = paused?.record.result;
    const rows = new Map<ContenderId, AppStorageRow>(before?.rows.map((row) => [row.contender, row]));
    let idb_probe: IdbProbe | undefined = before?.idb_probe;
    const resume = paused && { result: paused.record.result, acknowledged: paused.acknowledged };
    const { port1, port2 } = new MessageChannel();
    const starter = new ContenderStarter(port1);
    try {
      await runTask<AppStorageTask, AppStorageFound>(session, {
        spawn,
        plan: { plan, mayReload: reloading.isPossible, resume },
        steps: stepsBy(appStoragePlan, plan, session.layout),
        port: port2,
        onFound: (found) => {
          if (found.type === 'reload') {
            if (!reloading.begin(found.acknowledged)) starter.stay();
            return;
          }
          // Whoever was asked to reload the page has not done it.
          reloading.cancel();
          if (found.type === 'row') rows.set(found.row.contender, found.row);
          else idb_probe = found.probe;
          publish({ family: 'app-storage', rows: [...rows.values()], ...(idb_probe && { idb_probe }) });
        },
      });
    } finally {
      starter.close();
    }
  },
};
