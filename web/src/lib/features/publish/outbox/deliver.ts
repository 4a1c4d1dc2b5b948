import type { AnyUpload } from '@opfsmark/schema/families';
import type { UploadAnswer } from '$lib/base/api/service.ts';

/** An upload on its way. It is kept before it is sent the first time, under the id by which the service knows it again. */
export interface Waiting {
  readonly run_id: string;
  readonly upload: AnyUpload;
  readonly queued_ms: number;
  readonly attempts: number;
  /** Not before then. */
  readonly next_ms: number;
  /** What the service said when it refused for good; such an upload is not sent again. */
  readonly refused: string | null;
}

export type Delivery =
  /** Stored, now or by an earlier attempt whose answer was lost. */
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'later'; readonly next_ms: number };

const FIRST_WAIT_MS = 15_000;
const MAX_WAIT_MS = 3_600_000;

/** Twice as long each time, up to an hour, with a quarter of chance so that not everybody comes back at once. */
export function retryDelayMs(attempts: number, random: () => number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1)) * (0.75 + 0.5 * random());
}

/** Whether the same upload may be taken another time. */
export function isRetryable(answer: UploadAnswer): boolean {
  switch (answer.kind) {
    case 'unreachable':
      return true;
    case 'unreadable':
      return answer.status >= 500 || answer.status === 429 || answer.status < 300;
    case 'refused':
      return answer.problem.status === 429 || answer.problem.status >= 500;
    case 'stored':
      return false;
  }
}

export function deliveryOf(answer: UploadAnswer, { attempts }: Waiting, nowMs: number, random: () => number): Delivery {
  if (answer.kind === 'stored') return { kind: 'delivered' };
  if (isRetryable(answer)) return { kind: 'later', next_ms: nowMs + retryDelayMs(attempts + 1, random) };
  const detail =
    answer.kind === 'refused' ? (answer.problem.detail ?? answer.problem.title) : `status ${statusOf(answer)}`;
  return { kind: 'refused', detail };
}

function statusOf(answer: UploadAnswer): number {
  return answer.kind === 'unreadable' ? answer.status : 0;
}
