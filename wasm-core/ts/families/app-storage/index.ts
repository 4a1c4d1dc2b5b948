import {
  stepsOf,
  type AppStoragePlan,
  type AppStorageRow,
  type ContenderId,
  type IdbProbe,
} from '@opfsmark/schema/families';
import { NO_DATA_FILES } from '@opfsmark/schema/schedule';
import { runTask } from '../../page/task.ts';
import type { WorkerLike } from '../../page/worker-client.ts';
import type { Workload } from '../../page/workload.ts';
import type { AppStorageFound } from './messages.ts';
import { ContenderStarter } from './starter.ts';

const spawn = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

export const appStorage: Workload<'app-storage'> = {
  files: () => NO_DATA_FILES,
  empty: () => ({ family: 'app-storage', rows: [] }),
  async measure(session, plan, publish) {
    const rows = new Map<ContenderId, AppStorageRow>();
    let idb_probe: IdbProbe | undefined;
    const { port1, port2 } = new MessageChannel();
    const starter = new ContenderStarter(port1);
    try {
      await runTask<AppStoragePlan, AppStorageFound>(session, {
        spawn,
        plan,
        steps: stepsOf(plan, session.layout),
        port: port2,
        onFound: (found) => {
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
