import type { Failure, FailureCode } from '@opfsmark/schema/documents';
import type { RunRefusedError } from '../api.ts';

const LONGEST_DETAIL = 200;

export function failureOf(code: FailureCode, detail: string): Failure {
  return { code, detail: detail.slice(0, LONGEST_DETAIL) };
}

/** A call to a worker that did not come to its end, and why. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`${failure.code}: ${failure.detail}`);
    this.failure = failure;
  }
}

/** Not a failure: somebody asked for the end. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export class RunRefused extends Error implements RunRefusedError {
  override readonly name = 'RunRefused';
  readonly reason: RunRefusedError['reason'];
  readonly problems: readonly string[];

  constructor(reason: RunRefusedError['reason'], problems: readonly string[] = []) {
    super([reason, ...problems].join(' '));
    this.reason = reason;
    this.problems = problems;
  }
}

/** What goes into the record. Anything that was not foreseen is a bug of ours and says so. */
export function failureFrom(error: unknown): Failure {
  return error instanceof CallFailed ? error.failure : failureOf('internal', String(error));
}
