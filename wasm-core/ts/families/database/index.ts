import { databasePlan } from '@opfsmark/schema/families/database/plan';
import { DatabasePlan, type DatabaseResult } from '@opfsmark/schema/families/database/schema';
import { stepsOf } from '@opfsmark/schema/families';
import { NO_DATA_FILES } from '@opfsmark/schema/schedule';
import { runTask } from '../../page/task.ts';
import type { WorkerLike } from '../../page/worker-pool.ts';
import type { Workload } from '../../page/workload.ts';

const spawn = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

export const database: Workload<'database'> = {
  plans: databasePlan,
  schema: DatabasePlan,
  files: () => NO_DATA_FILES,
  async measure(session, plan, publish) {
    await runTask<DatabasePlan, DatabaseResult>(session, {
      spawn,
      plan,
      steps: stepsOf(databasePlan, plan, session.layout),
      onFinding: publish,
    });
  },
};
