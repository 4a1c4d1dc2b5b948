import type { RunRefusedError } from '@opfsmark/core';
import type { Failure, JobResult } from '@opfsmark/schema/documents';
import type { Trouble } from './state.ts';

const isRefusal = (error: unknown): error is RunRefusedError => error instanceof Error && error.name === 'RunRefused';

/** Of a run that ended, by what its record says. */
export function troubleOfFailure(failure: Failure | undefined, job: JobResult | null = null): Trouble {
  return { kind: 'failure', code: failure?.code ?? 'internal', detail: failure?.detail ?? '', job };
}

/** Of a run that never began, or whose end is a mistake of ours. */
export function troubleOfError(error: unknown): Trouble {
  if (isRefusal(error)) {
    return { kind: 'refused', code: error.reason, detail: error.problems.join(', ') || error.message };
  }
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: 'failure', code: 'internal', detail, job: null };
}
