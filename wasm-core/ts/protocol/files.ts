import type { Engine } from '@opfsmark/schema/documents';

/** Whether an engine works on files; `memory` and `scripted` do not. */
export function hasFiles(engine: Engine): boolean {
  return engine !== 'memory' && engine !== 'scripted';
}

/** How the detail of a worker's failure begins where the browser's handles are none that can be measured. */
export const HANDLE_PROBLEMS = {
  no_sync_handles: 'createSyncAccessHandle is missing in workers',
  old_sync_handles: 'FileSystemSyncAccessHandle is an early version',
} as const;

/** All files of the benchmark lie in this one folder of the origin's private file system, so that leftovers can be found. */
export const OPFS_FOLDER = 'opfsmark';

/** The one file of the `shared` layout. */
export const SHARED_FILE = 'data';

/** A file that is prepared for a cold read stays here while the browser and the machine are restarted. */
export const PREPARED_FOLDER = `${OPFS_FOLDER}-prepared`;

/** Written last: what lies in that folder without it is not complete, or was already read. */
export const MANIFEST_FILE = 'manifest.json';

/** A worker's own file in the `per-worker` layout. */
export function workerFile(workerIndex: number): string {
  return `${SHARED_FILE}-${workerIndex}`;
}

/** The same for a file of which every part is read once: `part` 3 is `part-3`, or `part-3-0` and on. */
export function partFile(part: number, workerIndex: number | null): string {
  return workerIndex === null ? `part-${part}` : `part-${part}-${workerIndex}`;
}

/** A worker's file without any written block, which is read to fill the page cache. */
export function holeFile(workerIndex: number): string {
  return `holes-${workerIndex}`;
}

/** The names of databases and caches that are measured begin like this; no others of the origin do. */
export const MEASURED_PREFIX = 'opfsmark.measured.';

/** In the benchmark's folder: a folder for each store that is measured, named as its database is, but for the prefix. */
export const STORES_FOLDER = 'app-storage';

/** What Node.js says, without the path that it ends with: "EROFS: read-only file system, unlink '/home/...'". Records are published. */
export function withoutPath(words: string): string {
  const at = words.endsWith("'") ? words.search(/, [a-z]+ '/) : -1;
  return at === -1 ? words : words.slice(0, words.indexOf(" '", at));
}
