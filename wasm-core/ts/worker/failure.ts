import type { Failure } from '@opfsmark/schema/documents';
import { FAILURE_OF, type ErrorName } from './abi.ts';

const MAX_DETAIL = 200;

/** What the exceptions of the File System API mean, by their names; the rest are errors of the drive or the system. */
const BY_NAME: Readonly<Record<string, ErrorName>> = {
  QuotaExceededError: 'quota_exceeded',
  // The file is open elsewhere, or `readwrite-unsafe` is not known here.
  NoModificationAllowedError: 'not_allowed',
  NotAllowedError: 'not_allowed',
  SecurityError: 'not_allowed',
  // The handle was closed; WebKit also where a second one is not allowed.
  InvalidStateError: 'handle_lost',
  NotFoundError: 'handle_lost',
  NotReadableError: 'io_error',
};

/** The same for errors of an operating system, as Node.js hands them on. */
const BY_CODE: Readonly<Record<string, ErrorName>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'quota_exceeded',
  EACCES: 'not_allowed',
  EPERM: 'not_allowed',
  EROFS: 'not_allowed',
  ENOENT: 'handle_lost',
  EBADF: 'handle_lost',
  ENODEV: 'handle_lost',
  ENXIO: 'handle_lost',
  ESTALE: 'handle_lost',
};

export function errorNameOf(error: unknown): ErrorName {
  if (!(error instanceof Error)) return 'io_error';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return BY_NAME[error.name] ?? BY_CODE[code] ?? 'io_error';
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
