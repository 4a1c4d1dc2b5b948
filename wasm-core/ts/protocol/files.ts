import type { Engine, FailureCode } from '@opfsmark/schema/documents';

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

type StorageError = Extract<FailureCode, 'quota_exceeded' | 'disk_full' | 'handle_lost' | 'not_allowed' | 'io_error'>;

/** The meanings of exceptions of the File System API, by their names. */
const BY_NAME: Readonly<Record<string, StorageError>> = {
  QuotaExceededError: 'quota_exceeded',
  // The file is open elsewhere, or `readwrite-unsafe` is not known here.
  NoModificationAllowedError: 'not_allowed',
  // The same in WebKit, which says "Some AccessHandle is active" or nothing.
  InvalidStateError: 'not_allowed',
  NotAllowedError: 'not_allowed',
  SecurityError: 'not_allowed',
  NotFoundError: 'handle_lost',
  NotReadableError: 'io_error',
};

/** The same for errors of an operating system, as Node.js hands them on. */
const BY_CODE: Readonly<Record<string, StorageError>> = {
  ENOSPC: 'disk_full',
  // More than a file may have on this file system: a smaller one fits.
  EFBIG: 'disk_full',
  EDQUOT: 'quota_exceeded',
  EACCES: 'not_allowed',
  EPERM: 'not_allowed',
  // A folder that cannot be written is refused before: the system gave up on the drive during the run.
  EROFS: 'io_error',
  ENOENT: 'handle_lost',
  EBADF: 'handle_lost',
  ENODEV: 'handle_lost',
  ENXIO: 'handle_lost',
  ESTALE: 'handle_lost',
};

/** Chromium, where a file system became read-only under it; a file that is open elsewhere has other words. */
const READ_ONLY = /underlying filesystem/i;

/** "The access handle was already closed" (Chromium), "SyncAccessHandle is closed" (Firefox), "AccessHandle is closed" (WebKit). */
const CLOSED = /\bclos(?:ed|ing)\b/i;

/** Of a handle that is open: Chromium and WebKit have no other error for a read, a write or a flush that failed. */
const FAILED = /\bfail/i;

/** The failure that storage told, to a page or a worker; `null` where it is none of storage. */
export function storageErrorOf(error: unknown): StorageError | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'InvalidStateError') {
    if (CLOSED.test(error.message)) return 'handle_lost';
    if (FAILED.test(error.message)) return 'io_error';
  }
  if (error.name === 'NoModificationAllowedError' && READ_ONLY.test(error.message)) return 'io_error';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return BY_NAME[error.name] ?? BY_CODE[code] ?? null;
}
