import type { Failure, FailureCode } from '@opfsmark/schema/documents';
import { storageErrorOf } from '../protocol/files.ts';
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

/** What no storage says is an error of the drive or the system; but for a call that is not there, or not as it is made. */
export function errorNameOf(error: unknown): CoreError {
  const name = error instanceof Error ? error.name : '';
  return storageErrorOf(error) ?? (name === 'TypeError' ? 'bad_request' : 'io_error');
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
