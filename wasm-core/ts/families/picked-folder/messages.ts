import type { PickedFolderPlan } from '@opfsmark/schema/families/picked-folder/schema';

/** The task of the worker: everything lies in `folder`, which was made for this run. */
export interface PickedWork {
  readonly plan: PickedFolderPlan;
  readonly folder: FileSystemDirectoryHandle;
}
