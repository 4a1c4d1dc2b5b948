import {
  plannedItems,
  STORAGE_BLOCKS,
  type StorageApi,
  type StorageApiCell,
  type StorageApisPlan,
  type StorageApisResult,
} from '@opfsmark/schema/families';
import type { Step } from '../../page/forecast.ts';
import type { WorkerLike } from '../../page/worker-client.ts';
import { noFiles } from '../files-plan.ts';
import { runTask } from '../../page/task.ts';
import type { Workload } from '../workload.ts';

const SLOW_ITEMS_PER_S = 60;
const SLOW_BYTES_PER_S = 40e6;

/** One API at one item size in one direction, or an API that is not there. */
export type StorageApisFound = { readonly cell: StorageApiCell } | { readonly missing: StorageApi };

function stepsOf(plan: StorageApisPlan): Step[] {
  return plan.apis.flatMap((api) =>
    STORAGE_BLOCKS.flatMap((block) =>
      ['write', 'read'].map((direction) => {
        const items = plannedItems(plan, block);
        const seconds = items / SLOW_ITEMS_PER_S + (items * block) / SLOW_BYTES_PER_S;
        return { id: `${api} ${block} ${direction}`, like: `${block} ${direction}`, seconds: seconds / 2 };
      }),
    ),
  );
}

const spawn = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

export function storageApisWith(spawnWorker: () => WorkerLike): Workload<'storage-apis'> {
  return {
    files: (plan) => noFiles(plan.seed),
    steps: stepsOf,
    empty: (): StorageApisResult => ({ family: 'storage-apis', missing: [], cells: [] }),
    async measure(session, plan, publish) {
      let result: StorageApisResult = { family: 'storage-apis', missing: [], cells: [] };
      await runTask<StorageApisPlan, StorageApisFound>(session, {
        spawn: spawnWorker,
        plan,
        steps: stepsOf(plan),
        onFound: (found) => {
          result =
            'cell' in found
              ? { ...result, cells: [...result.cells, found.cell] }
              : { ...result, missing: [...result.missing, found.missing] };
          publish(result);
        },
      });
    },
  };
}

export const storageApis = storageApisWith(spawn);
