import {
  plannedFiles,
  SMALL_FILE_CASES,
  SMALL_FILE_STEPS,
  SmallFileCaseId,
  type SmallFileCase,
  type SmallFilesPlan,
  type SmallFilesResult,
} from '@opfsmark/schema/families';
import type { Step } from '../../page/forecast.ts';
import type { WorkerLike } from '../../page/worker-client.ts';
import { noFiles } from '../files-plan.ts';
import { runTask } from '../../page/task.ts';
import type { Workload } from '../workload.ts';

const SLOW_FILES_PER_S = 400;
const SLOW_BYTES_PER_S = 200e6;

/** Steps as the worker names them. */
export function smallFileStep(id: SmallFileCaseId, trial: number, step: string): string {
  return `${id} ${trial} ${step}`;
}

function stepsOf(plan: SmallFilesPlan): Step[] {
  return SmallFileCaseId.options
    .filter((id) => plannedFiles(plan, id) > 0)
    .flatMap((id) => {
      const files = plannedFiles(plan, id);
      const seconds = files / SLOW_FILES_PER_S + (files * SMALL_FILE_CASES[id].file_bytes) / SLOW_BYTES_PER_S;
      return Array.from({ length: plan.trials }, (_, trial) =>
        SMALL_FILE_STEPS.map((step) => ({ id: smallFileStep(id, trial, step), like: `${id} ${step}`, seconds })),
      ).flat();
    });
}

const spawn = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

/** The worker sends a set of files as far as it has come. */
export function smallFilesWith(spawnWorker: () => WorkerLike): Workload<'small-files'> {
  return {
    files: (plan) => noFiles(plan.seed),
    steps: stepsOf,
    empty: (): SmallFilesResult => ({ family: 'small-files', cases: [] }),
    async measure(session, plan, publish) {
      let cases: SmallFileCase[] = [];
      await runTask<SmallFilesPlan, SmallFileCase>(session, {
        spawn: spawnWorker,
        plan,
        steps: stepsOf(plan),
        onFound: (found) => {
          cases = [...cases.filter(({ id }) => id !== found.id), found];
          publish({ family: 'small-files', cases });
        },
      });
    },
  };
}

export const smallFiles = smallFilesWith(spawn);
