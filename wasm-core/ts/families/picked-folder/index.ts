import {
  CEILING,
  PICKED_STEPS,
  PickedStep,
  type PickedCell,
  type PickedFolderPlan,
  type PickedFolderResult,
} from '@opfsmark/schema/families';
import { CallFailed, failureOf } from '../../page/errors.ts';
import type { Step } from '../../page/forecast.ts';
import type { WorkerLike } from '../../page/worker-client.ts';
import { noFiles } from '../files-plan.ts';
import { runTask } from '../../page/task.ts';
import type { Workload } from '../workload.ts';
import { isFolder, type Picked } from './picked.ts';

/** What the worker is told: everything lies in `folder`, which was made for this run, or is read from `file`. */
export interface PickedWork {
  readonly plan: PickedFolderPlan;
  readonly folder: FileSystemDirectoryHandle | null;
  readonly file: File | null;
}

const SLOW_BYTES_PER_S = 40e6;
const SLOW_CALLS_PER_S = 100;

function seconds(
  plan: Pick<PickedFolderPlan, 'file_bytes' | 'random_reads' | 'small_files'>,
  step: PickedStep,
): number {
  switch (step) {
    case 'write':
    case 'seq_read':
      return plan.file_bytes / SLOW_BYTES_PER_S;
    case 'rnd_read':
      return plan.random_reads / SLOW_CALLS_PER_S / 10;
    case 'create':
    case 'delete':
      return plan.small_files / SLOW_CALLS_PER_S;
    default:
      return step satisfies never;
  }
}

function stepsFor(plan: PickedFolderPlan, source: PickedFolderResult['source']): Step[] {
  const own = PickedStep.options.filter((step) => source === 'folder' || PICKED_STEPS[step].needs === 'file');
  return [
    ...PickedStep.options.map((step) => ({
      id: `ceiling ${step}`,
      like: `ceiling ${step}`,
      seconds: seconds(CEILING, step) / 10,
    })),
    ...own.map((step) => ({ id: `picked ${step}`, like: step, seconds: seconds(plan, step) })),
  ];
}

const spawn = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

/** Makes one folder inside the picked one, lets `use` work in it, and removes it whatever happens. */
async function withOwnFolder(
  parent: FileSystemDirectoryHandle,
  use: (folder: FileSystemDirectoryHandle) => Promise<void>,
): Promise<void> {
  const name = `opfsmark-${crypto.randomUUID().slice(0, 8)}`;
  const folder = await parent.getDirectoryHandle(name, { create: true });
  try {
    await use(folder);
  } finally {
    await parent.removeEntry(name, { recursive: true });
  }
}

export function pickedFolderWith(
  picked: Picked | null,
  spawnWorker: () => WorkerLike = spawn,
): Workload<'picked-folder'> {
  const source = picked && !isFolder(picked) ? 'file' : 'folder';
  const empty = (): PickedFolderResult => ({ family: 'picked-folder', source, cells: [] });
  return {
    files: (plan) => noFiles(plan.seed),
    steps: (plan) => stepsFor(plan, source),
    empty,
    async measure(session, plan, publish) {
      if (!picked) throw new CallFailed(failureOf('not_allowed', 'no folder and no file was picked'));
      let result = empty();
      const work = (folder: FileSystemDirectoryHandle | null, file: File | null) =>
        runTask<PickedWork, PickedCell>(session, {
          spawn: spawnWorker,
          plan: { plan, folder, file },
          steps: stepsFor(plan, source),
          onFound: (cell) => {
            result = { ...result, cells: [...result.cells, cell] };
            publish(result);
          },
        });
      if (isFolder(picked)) await withOwnFolder(picked, (folder) => work(folder, null));
      else await work(null, picked);
    },
  };
}
