import { appStoragePlan } from '@opfsmark/schema/families/app-storage/plan';
import { AppStoragePlan, type AppStorageRow, type IdbProbe } from '@opfsmark/schema/families/app-storage/schema';
import type { ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import { stepsOf } from '@opfsmark/schema/families';
import { NO_DATA_FILES } from '@opfsmark/schema/schedule';
import { runTask } from '../../page/task.ts';
import type { WorkerLike } from '../../page/worker-pool.ts';
import type { Workload } from '../../page/workload.ts';
import type { AppStorageFinding, AppStorageTask } from './messages.ts';
import { ContenderStarter } from './starter.ts';

const spawn = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

/** `module`: the address of a store of somebody's own. */
export const appStorageWith = (module: string | undefined): Workload<'app-storage'> => ({
  plans: appStoragePlan,
  schema: AppStoragePlan,
  files: () => NO_DATA_FILES,
  async measure(session, plan, publish, reloading) {
    const { paused } = reloading;
    const resultBefore = paused?.record.result;
    const rows = new Map<ContenderId, AppStorageRow>(resultBefore?.rows.map((row) => [row.contender, row]));
    let idb_probe: IdbProbe | undefined = resultBefore?.idb_probe;
    const resume = paused && { result: paused.record.result, acknowledged: paused.acknowledged };
    const { port1, port2 } = new MessageChannel();
    const starter = new ContenderStarter(port1);
    try {
      await runTask<AppStorageTask, AppStorageFinding>(session, {
        spawn,
        plan: { plan, mayReload: reloading.isPossible && module === undefined, resume, module },
        steps: stepsOf(appStoragePlan, plan, session.layout),
        port: port2,
        onFinding: (finding) => {
          if (finding.type === 'reload') {
            if (!reloading.begin(finding.acknowledged)) starter.stay();
            return;
          }
          // Whoever was asked to reload the page has not done it.
          reloading.cancel();
          if (finding.type === 'row') rows.set(finding.row.contender, finding.row);
          else idb_probe = finding.probe;
          publish({ family: 'app-storage', rows: [...rows.values()], ...(idb_probe && { idb_probe }) });
        },
      });
    } finally {
      starter.close();
    }
  },
});
