import type { FamilyId } from '@opfsmark/schema/families';
import type { Picked } from '../api.ts';
import { RunRefused } from '../page/errors.ts';
import type { Workload } from '../page/workload.ts';

function isFolder(pickedItem: Picked): pickedItem is FileSystemDirectoryHandle {
  return 'kind' in pickedItem;
}

/** One line for each family. Each is a chunk of its own: nobody loads a database to run a sweep. */
const WORKLOADS: {
  readonly [Id in FamilyId]: (pickedItem: Picked | undefined, store: string | undefined) => Promise<Workload<Id>>;
} = {
  matrix: async () => (await import('./matrix/index.ts')).matrix,
  stutter: async () => (await import('./stutter/index.ts')).stutter,
  'small-files': async () => (await import('./small-files/index.ts')).smallFiles,
  'block-sweep': async () => (await import('./sweep/index.ts')).blockSweep,
  'queue-sweep': async () => (await import('./sweep/index.ts')).queueSweep,
  durability: async () => (await import('./durability/index.ts')).durability,
  'latency-under-load': async () => (await import('./latency-under-load/index.ts')).latencyUnderLoad,
  sustained: async () => (await import('./sustained/index.ts')).sustained,
  database: async () => (await import('./database/index.ts')).database,
  'app-storage': async (_, store) => (await import('./app-storage/index.ts')).appStorageWith(store),
  'picked-folder': async (pickedItem) => {
    if (!pickedItem || !isFolder(pickedItem)) throw new RunRefused('invalid_plan', ['picked']);
    return (await import('./picked-folder/index.ts')).pickedFolderWith(pickedItem);
  },
  'picked-file': async (pickedItem) => {
    if (!pickedItem || isFolder(pickedItem)) throw new RunRefused('invalid_plan', ['picked']);
    return (await import('./picked-file/index.ts')).pickedFileWith(pickedItem);
  },
};

/** The workload that understands plans of this id; a caller without types may name any. */
export async function workloadOf<Id extends FamilyId>(
  id: Id,
  pickedItem?: Picked,
  store?: string,
): Promise<Workload<Id>> {
  if (!Object.hasOwn(WORKLOADS, id)) throw new RunRefused('invalid_plan', ['family']);
  return WORKLOADS[id](pickedItem, store);
}
