import type { CapacityProgress } from '@opfsmark/schema/capacity';

/** A request of the page to its worker. */
export type ToWorker =
  | { readonly kind: 'start'; readonly folder: FileSystemDirectoryHandle; readonly journal: string }
  | { readonly kind: 'stop' };

/** How a test ended for now; but for `done` it can go on. */
export type Ending = 'done' | 'stopped' | 'gone';

export type FromWorker =
  | { readonly kind: 'progress'; readonly progress: CapacityProgress }
  | { readonly kind: 'journal'; readonly journal: string }
  | { readonly kind: 'ended'; readonly ending: Ending; readonly journal: string }
  | { readonly kind: 'failed'; readonly message: string };
