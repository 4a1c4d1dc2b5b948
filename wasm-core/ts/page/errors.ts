import type { Failure, FailureCode } from '@opfsmark/schema/documents';
import type { RunRefusedError } from '../api.ts';
import { storageErrorOf, withoutPath } from '../protocol/files.ts';

const MAX_DETAIL = 200;

export function failureOf(code: FailureCode, detail: string): Failure {
  return { code, detail: detail.slice(0, MAX_DETAIL) };
}

/** The name of an exception of the browser; empty where something else was thrown. */
export const errorName = (error: unknown) => (error instanceof Error ? error.name : '');

/** A call to a worker that did not come to its end, and why. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`${failure.code}: ${failure.detail}`);
    this.failure = failure;
  }
}

/** The core did not arrive, or could not be compiled: nothing can be measured. */
export class CoreNotLoaded extends Error {
  override readonly name = 'CoreNotLoaded';
}

/** Not a failure: the run was asked to end. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export class RunRefused extends Error implements RunRefusedError {
  override readonly name = 'RunRefused';
  readonly reason: RunRefusedError['reason'];
  readonly problems: readonly string[];
  readonly detail: string | null;

  constructor(reason: RunRefusedError['reason'], problems: readonly string[] = [], detail: string | null = null) {
    super([reason, ...problems].join(' ') + (detail === null ? '' : ` (${detail})`));
    this.reason = reason;
    this.problems = problems;
    this.detail = detail;
  }
}

/** The failure that goes into the record. Storage that the page itself uses fails, too; anything unforeseen is a bug of ours and says so. */
export function failureFrom(error: unknown): Failure {
  if (error instanceof CallFailed) return error.failure;
  return failureOf(storageErrorOf(error) ?? 'internal', withoutPath(String(error)));
}
