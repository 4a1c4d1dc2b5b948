import type { FamilyId } from '@opfsmark/schema/families';
import type { Picked } from './picked-folder/picked.ts';
import type { Workload } from './workload.ts';

/** One line a family. Each is a chunk of its own: nobody loads a database to run a sweep. */
export const WORKLOADS: { readonly [Id in FamilyId]: (picked: Picked | null) => Promise<Workload<Id>> } = {
  stutter: async () => (await import('./stutter/index.ts')).stutter,
  'small-files': async () => (await import('./small-files/index.ts')).smallFiles,
  'block-sweep': async () => (await import('./sweep/index.ts')).blockSweep,
  'queue-sweep': async () => (await import('./sweep/index.ts')).queueSweep,
  durability: async () => (await import('./durability/index.ts')).durability,
  sustained: async () => (await import('./sustained/index.ts')).sustained,
  database: async () => (await import('./database/index.ts')).database,
  'picked-folder': async (picked) => (await import('./picked-folder/index.ts')).pickedFolderWith(picked),
  'storage-apis': async () => (await import('./storage-apis/index.ts')).storageApis,
};

/** The workload that understands plans of this id. */
export async function workloadOf<Id extends FamilyId>(id: Id, picked: Picked | null = null): Promise<Workload<Id>> {
  return WORKLOADS[id](picked);
}
