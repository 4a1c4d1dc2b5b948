import type { RunRefusedError } from '@opfsmark/core';
import type { Failure, JobResult } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import type { Trouble } from './state.ts';

const isRefusal = (error: unknown): error is RunRefusedError => error instanceof Error && error.name === 'RunRefused';

export function troubleOfFailure(failure: Failure | undefined, job: JobResult | null = null): Trouble {
  return { kind: 'failure', code: failure?.code ?? 'internal', detail: failure?.detail ?? '', job };
}

/** Of a run that ended as failed: the test that failed, where the family has tests. */
export function troubleOfRecord({ result, failure }: RunRecord): Trouble {
  const jobs = 'jobs' in result ? result.jobs : [];
  const job = jobs.find(({ status }) => status === 'failed') ?? null;
  return troubleOfFailure(job?.failure ?? failure, job);
}

/** Of a run that never began, or that a mistake of ours ended. */
export function troubleOfError(error: unknown): Trouble {
  if (isRefusal(error)) {
    const detail = [error.problems.join(', '), error.detail ?? ''].filter((part) => part !== '').join(': ');
    return { kind: 'refused', code: error.reason, detail: detail === '' ? error.message : detail };
  }
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: 'failure', code: 'internal', detail, job: null };
}
