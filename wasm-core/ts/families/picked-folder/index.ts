import { pickedFolderPlan, pickedSteps } from '@opfsmark/schema/families/picked-folder/plan';
import { PickedFolderPlan, type PickedCell } from '@opfsmark/schema/families/picked-folder/schema';
import { NO_DATA_FILES } from '@opfsmark/schema/schedule';
import { atMost } from '../../page/clock.ts';
import { removeEntry } from '../../page/remove-entry.ts';
import type { Session } from '../../page/session.ts';
import { runTask } from '../../page/task.ts';
import { CLEANING_PATIENCE_MS } from '../../page/with-session.ts';
import type { Workload } from '../../page/workload.ts';
import type { PickedWork } from './messages.ts';

const spawn = () => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

/**
 * Makes one folder inside the picked one, lets `use` work in it, and removes it whatever happens. A stop waits for that, too: no
 * later run would find it. How the run ended is what `use` says, whatever comes of the removal.
 */
async function withOwnFolder(
  { host: { clock } }: Session,
  parent: FileSystemDirectoryHandle,
  use: (folder: FileSystemDirectoryHandle) => Promise<void>,
): Promise<void> {
  const name = `opfsmark-${crypto.randomUUID().slice(0, 8)}`;
  const folder = await parent.getDirectoryHandle(name, { create: true });
  try {
    await use(folder);
  } finally {
    await atMost(clock, CLEANING_PATIENCE_MS, removeEntry(clock, parent, name));
  }
}

export function pickedFolderWith(parent: FileSystemDirectoryHandle): Workload<'picked-folder'> {
  return {
    plans: pickedFolderPlan,
    schema: PickedFolderPlan,
    engine: 'picked-folder',
    files: () => NO_DATA_FILES,
    async measure(session, plan, publish) {
      let result = pickedFolderPlan.emptyResult(plan, session.layout);
      await withOwnFolder(session, parent, (folder) =>
        runTask<PickedWork, PickedCell>(session, {
          spawn,
          plan: { plan, folder },
          steps: pickedSteps(plan),
          onFinding: (cell) => {
            result = { ...result, cells: [...result.cells, cell] };
            publish(result);
          },
        }),
      );
    },
  };
}
