import type { PickedFolderPlan } from '@opfsmark/schema/families/picked-folder/schema';

/** What the worker is given: everything lies in `folder`, which was made for this run. */
export interface PickedWork {
  readonly plan: PickedFolderPlan;
  readonly folder: FileSystemDirectoryHandle;
}
