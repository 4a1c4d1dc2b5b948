import type { Failure } from '@opfsmark/schema';
import { FAILURE_OF, type ErrorName } from '../abi/error.ts';

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

export function errorNameOf(error: unknown): ErrorName {
  return (error instanceof Error ? BY_NAME[error.name] : undefined) ?? 'io_error';
}

export function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** `detail`: what the browser said, where it said something. */
export function failureOf(name: ErrorName, detail?: string, offsetBytes?: number): Failure {
  const known = FAILURE_OF[name];
  return {
    code: known.code,
    detail: (detail ?? known.detail).slice(0, MAX_DETAIL),
    ...(offsetBytes !== undefined && { offset_bytes: offsetBytes }),
  };
}
