import type { FailureCode, JobResult } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import type { RunRefusedError } from '@opfsmark/core';

/** Why a run did not end well, by a code that the page has words for. */
export type Trouble =
  | { readonly kind: 'refused'; readonly code: RunRefusedError['reason']; readonly detail: string }
  | { readonly kind: 'failure'; readonly code: FailureCode; readonly detail: string; readonly job: JobResult | null };

export type RunState =
  | { readonly kind: 'idle' }
  /** Workers are started and the file is not yet there. */
  | { readonly kind: 'preparing' }
  | { readonly kind: 'running' }
  /** Also after Stop: the record says so. */
  | { readonly kind: 'done'; readonly record: RunRecord }
  | { readonly kind: 'failed'; readonly trouble: Trouble; readonly record: RunRecord | null };
