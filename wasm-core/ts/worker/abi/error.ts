import type { FailureCode } from '@opfsmark/schema/documents';

/** `ErrorCode` of include/opfsmark/result.h, in order: the index is the number that crosses. */
export const ERRORS = [
  'none',
  'abi_mismatch',
  'bad_request',
  'no_memory',
  'quota_exceeded',
  'disk_full',
  'handle_lost',
  'not_allowed',
  'io_error',
  'short_read',
  'short_write',
  'verify_failed',
] as const;
export type ErrorName = (typeof ERRORS)[number];

export function errorNumber(name: ErrorName): number {
  return ERRORS.indexOf(name);
}

/** What people are told, and what it was in words where the browser gave none. */
export const FAILURE_OF: Record<ErrorName, { readonly code: FailureCode; readonly detail: string }> = {
  none: { code: 'internal', detail: 'reported as failed without an error' },
  abi_mismatch: { code: 'internal', detail: 'the core and the page are of different versions' },
  bad_request: { code: 'internal', detail: 'the core refused the request' },
  no_memory: { code: 'internal', detail: 'no memory for the blocks' },
  quota_exceeded: { code: 'quota_exceeded', detail: 'the browser allows no more storage' },
  disk_full: { code: 'disk_full', detail: 'no space left' },
  handle_lost: { code: 'handle_lost', detail: 'the file is no longer open' },
  not_allowed: { code: 'not_allowed', detail: 'the browser refused' },
  io_error: { code: 'io_error', detail: 'the drive or the system reported an error' },
  short_read: { code: 'io_error', detail: 'a read returned no bytes inside the file' },
  short_write: { code: 'short_write', detail: 'a write stored no bytes; the disk may be full' },
  verify_failed: { code: 'verify_failed', detail: 'a byte on file is not the one that was written' },
};
