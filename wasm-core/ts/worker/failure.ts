import type { Failure, FailureCode } from '@opfsmark/schema/documents';
import { OPERATION, type CoreError } from './abi.ts';

/** The core does not tell calls apart: who asked it to write knows of which an error is. */
type ErrorName = CoreError | 'write_error';

/** The failure that people are told, and its words where the browser gave none. */
const FAILURE_OF: Record<ErrorName, { readonly code: FailureCode; readonly detail: string }> = {
  none: { code: 'internal', detail: 'reported as failed without an error' },
  abi_mismatch: { code: 'internal', detail: 'the core and the page are of different versions' },
  bad_request: { code: 'internal', detail: 'the core refused the request' },
  no_memory: { code: 'internal', detail: 'no memory for the blocks' },
  quota_exceeded: { code: 'quota_exceeded', detail: 'the browser allows no more storage' },
  disk_full: { code: 'disk_full', detail: 'no space left' },
  handle_lost: { code: 'handle_lost', detail: 'the file is no longer open' },
  not_allowed: { code: 'not_allowed', detail: 'the browser refused' },
  io_error: { code: 'io_error', detail: 'the drive or the system reported an error' },
  write_error: { code: 'write_error', detail: 'the drive or the system refused a write' },
  short_read: { code: 'io_error', detail: 'a read returned no bytes inside the file' },
  short_write: { code: 'short_write', detail: 'a write stored no bytes; the disk may be full' },
  verify_failed: { code: 'verify_failed', detail: 'a byte on file is not the one that was written' },
};

const MAX_DETAIL = 200;

/** The meanings of exceptions of the File System API, by their names; the rest are errors of the drive or the system. */
const BY_NAME: Readonly<Record<string, CoreError>> = {
  QuotaExceededError: 'quota_exceeded',
  // The file is open elsewhere, or `readwrite-unsafe` is not known here.
  NoModificationAllowedError: 'not_allowed',
  // The same in WebKit, which says "Some AccessHandle is active" or nothing.
  InvalidStateError: 'not_allowed',
  NotAllowedError: 'not_allowed',
  SecurityError: 'not_allowed',
  NotFoundError: 'handle_lost',
  NotReadableError: 'io_error',
  // Nothing that a drive does: a call that is not there, or not as it is made.
  TypeError: 'bad_request',
};

/** The same for errors of an operating system, as Node.js hands them on. */
const BY_CODE: Readonly<Record<string, CoreError>> = {
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

export function errorNameOf(error: unknown): CoreError {
  if (!(error instanceof Error)) return 'io_error';
  if (error.name === 'InvalidStateError') {
    if (CLOSED.test(error.message)) return 'handle_lost';
    if (FAILED.test(error.message)) return 'io_error';
  }
  if (error.name === 'NoModificationAllowedError' && READ_ONLY.test(error.message)) return 'io_error';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return BY_NAME[error.name] ?? BY_CODE[code] ?? 'io_error';
}

/** An error of a job that only writes, its flushes included, is one of a write. */
export function errorOfJob(error: CoreError, operation: number | undefined): ErrorName {
  return error === 'io_error' && operation === OPERATION.write ? 'write_error' : error;
}

export function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** `detail`: what the browser said, where it said something. */
export function failureOf(name: ErrorName, detail?: string, offsetBytes?: number): Failure {
  const entry = FAILURE_OF[name];
  return {
    code: entry.code,
    detail: (detail ?? entry.detail).slice(0, MAX_DETAIL),
    ...(offsetBytes !== undefined && { offset_bytes: offsetBytes }),
  };
}
