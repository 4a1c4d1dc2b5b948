import { pickedSteps, type PickedCell, type PickedFolderResult } from '@opfsmark/schema/families';
import { NO_DATA_FILES, wholeRun } from '@opfsmark/schema/schedule';
import type { Picked } from '../../api.ts';
import { runTask } from '../../page/task.ts';
import type { WorkerLike } from '../../page/worker-client.ts';
import type { Workload } from '../../page/workload.ts';
import type { PickedWork } from './messages.ts';

const spawn = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

function isFolder(picked: Picked): picked is FileSystemDirectoryHandle {
  return 'kind' in picked;
}

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

export function pickedFolderWith(picked: Picked, spawnWorker: () => WorkerLike = spawn): Workload<'picked-folder'> {
  const source = isFolder(picked) ? 'folder' : 'file';
  const empty = (): PickedFolderResult => ({ family: 'picked-folder', source, cells: [] });
  return {
    engine: isFolder(picked) ? 'picked-folder' : 'picked-file',
    files: () => NO_DATA_FILES,
    steps: (plan) => wholeRun(plan.family, pickedSteps(plan, source)),
    empty,
    async measure(session, plan, publish) {
      let result = empty();
      const work = (folder: FileSystemDirectoryHandle | null, file: File | null) =>
        runTask<PickedWork, PickedCell>(session, {
          spawn: spawnWorker,
          plan: { plan, folder, file },
          steps: pickedSteps(plan, source),
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
