import type { DatabasePlan, DatabaseResult } from '@opfsmark/schema/families';
import type { Step } from '../../page/forecast.ts';
import type { WorkerLike } from '../../page/worker-client.ts';
import { noFiles } from '../files-plan.ts';
import { runTask } from '../../page/task.ts';
import type { Workload } from '../workload.ts';

const SLOW = { bulkRowsPerS: 10_000, singleRowsPerS: 25, readsPerS: 2_000 } as const;

function stepsOf(plan: DatabasePlan): Step[] {
  return [
    { id: 'bulk', like: 'bulk', seconds: plan.bulk_rows / SLOW.bulkRowsPerS },
    { id: 'single', like: 'single', seconds: plan.single_rows / SLOW.singleRowsPerS },
    { id: 'reads', like: 'reads', seconds: plan.point_reads / SLOW.readsPerS },
  ];
}

const spawn = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

export function databaseWith(spawnWorker: () => WorkerLike): Workload<'database'> {
  return {
    files: (plan) => noFiles(plan.seed),
    steps: stepsOf,
    empty: (): DatabaseResult => ({
      family: 'database',
      sqlite_version: '0.0.0',
      vfs: 'opfs-sahpool',
      page_bytes: 0,
      database_bytes: 0,
      verified_rows: 0,
      phases: [],
    }),
    async measure(session, plan, publish) {
      await runTask<DatabasePlan, DatabaseResult>(session, {
        spawn: spawnWorker,
        plan,
        steps: stepsOf(plan),
        onFound: publish,
      });
    },
  };
}

export const database = databaseWith(spawn);
