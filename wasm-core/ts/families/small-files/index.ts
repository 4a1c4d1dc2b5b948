import { smallFilesPlan } from '@opfsmark/schema/families/small-files/plan';
import { SmallFilesPlan, type SmallFileCase } from '@opfsmark/schema/families/small-files/schema';
import { stepsOf } from '@opfsmark/schema/families';
import { NO_DATA_FILES } from '@opfsmark/schema/schedule';
import { runTask } from '../../page/task.ts';
import type { WorkerLike } from '../../page/worker-pool.ts';
import type { Workload } from '../../page/workload.ts';
import { FILE_WORKERS } from './messages.ts';

const spawn = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });
const spawnFileWorker = (): WorkerLike =>
  new Worker(new URL('./worker/file-worker.ts', import.meta.url), { type: 'module' });

/** The worker sends a set of files as far as it has come. */
export function smallFilesWith(spawnWorker: () => WorkerLike, spawnHelper: () => WorkerLike): Workload<'small-files'> {
  return {
    plans: smallFilesPlan,
    schema: SmallFilesPlan,
    files: () => NO_DATA_FILES,
    async measure(session, plan, publish) {
      let cases: SmallFileCase[] = [];
      await runTask<SmallFilesPlan, SmallFileCase>(session, {
        spawn: spawnWorker,
        helpers: { count: FILE_WORKERS, spawn: spawnHelper },
        plan,
        steps: stepsOf(smallFilesPlan, plan, session.layout),
        onFinding: (fileCase) => {
          cases = [...cases.filter(({ id }) => id !== fileCase.id), fileCase];
          publish({ family: 'small-files', cases });
        },
      });
    },
  };
}

export const smallFiles = smallFilesWith(spawn, spawnFileWorker);
