import type { CapacityProgress } from '@opfsmark/schema/capacity';

/** What a person has picked, and the folder of the test in it. */
export interface PickedFolders {
  readonly parent: FileSystemDirectoryHandle;
  readonly folder: FileSystemDirectoryHandle;
}

/** A request of the page to its worker. */
export type ToWorker =
  | ({ readonly kind: 'start'; readonly journal: string } & PickedFolders)
  | { readonly kind: 'stop' };

/** How a test ended for now; but for `done` it can go on. */
export type Ending = 'done' | 'stopped' | 'gone';

export type FromWorker =
  | { readonly kind: 'progress'; readonly progress: CapacityProgress }
  | { readonly kind: 'journal'; readonly journal: string }
  | { readonly kind: 'ended'; readonly ending: Ending; readonly journal: string }
  | { readonly kind: 'failed'; readonly message: string };
