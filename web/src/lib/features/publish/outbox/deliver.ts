import type { RunUpload } from '@opfsmark/schema/api';
import { RUN_ID_PATTERN } from '@opfsmark/schema/documents';
import { has, isAmount, isText, orNull } from '$lib/base/local/checks.ts';
import type { NotJoined } from '$lib/base/api/groups.ts';
import type { UploadAnswer } from '$lib/base/api/service.ts';

/** An upload on its way. It is kept before it is sent the first time, under the id by which the service knows it again. */
export interface Waiting {
  readonly run_id: string;
  readonly upload: RunUpload;
  /** The group that it joins once it is stored. */
  readonly group?: string;
  readonly queued_ms: number;
  readonly attempts: number;
  /** Not before then. */
  readonly next_ms: number;
  /** What the service said when it refused for good; such an upload is not sent again. */
  readonly refused: string | null;
  /** Why it will not be in its group; such an upload is stored, and not sent again. */
  readonly notJoined?: NotJoined;
}

const isEntry = has({
  run_id: (value) => isText(value) && RUN_ID_PATTERN.test(value),
  upload: has({ record: has({}), declared: has({ device: isText }) }),
  group: (value) => value === undefined || isText(value),
  ...{ queued_ms: isAmount, attempts: isAmount, next_ms: isAmount },
  refused: orNull(isText),
  notJoined: (value) => [undefined, 'full', 'gone', 'refused'].includes(value as NotJoined | undefined),
});

/** Whether it can be shown and sent: one that is broken must not keep the others waiting. */
export const isUpload = (value: unknown): value is Waiting => isEntry(value);

/** Whether it is sent again: what has ended only waits to be read. */
export const isWaiting = ({ refused, notJoined }: Waiting) => refused === null && notJoined === undefined;

type Delivery =
  /** Stored, now or by an earlier attempt whose answer was lost. */
  | { readonly kind: 'delivered' }
  /** Stored, but not in its group. */
  | { readonly kind: 'not-joined'; readonly why: NotJoined }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'later'; readonly next_ms: number };

const FIRST_WAIT_MS = 15_000;
const MAX_WAIT_MS = 3_600_000;

/** Twice as long each time, up to an hour, with a quarter of chance so that not everybody comes back at once. */
export function retryDelayMs(attempts: number, random: () => number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1)) * (0.75 + 0.5 * random());
}

/** Too many requests, a gateway without the service behind it, and a service that is busy. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Whether the same upload may be taken another time. What the service refuses, or fails at, it would again. */
export function isRetryable(answer: UploadAnswer): boolean {
  switch (answer.kind) {
    case 'unreachable':
      return true;
    case 'unreadable':
      // Success without a receipt is somebody else's answer, as of a network that wants a login first.
      return PASSING.has(answer.status) || answer.status < 300;
    case 'refused':
      return PASSING.has(answer.problem.status);
    case 'stored':
      return false;
  }
}

/** Why an upload waits, as far as the reader is told. */
export type WaitReason = 'unreachable' | 'busy' | 'full' | 'tooMany';

export function whyWaiting(answer: UploadAnswer): WaitReason {
  if (answer.kind !== 'refused') return 'unreachable';
  const { status, type } = answer.problem;
  // Each network has a limit per ten seconds, and one per day.
  if (status === 429) return 'tooMany';
  return type.endsWith('/full') ? 'full' : 'busy';
}

export function deliveryOf(answer: UploadAnswer, { attempts }: Waiting, nowMs: number, random: () => number): Delivery {
  // To be sent again until it is in its group, too: the service stores a run once, however often it comes.
  if (answer.kind === 'stored' && answer.joined !== 'later') {
    const { joined = 'joined' } = answer;
    return joined === 'joined' ? { kind: 'delivered' } : { kind: 'not-joined', why: joined };
  }
  if (answer.kind === 'stored' || isRetryable(answer)) {
    const askedMs = answer.kind === 'refused' ? (answer.retryAfterS ?? 0) * 1000 : 0;
    return { kind: 'later', next_ms: nowMs + Math.max(askedMs, retryDelayMs(attempts + 1, random)) };
  }
  const detail =
    answer.kind === 'refused' ? (answer.problem.detail ?? answer.problem.title) : `status ${statusOf(answer)}`;
  return { kind: 'refused', detail };
}

function statusOf(answer: UploadAnswer): number {
  return answer.kind === 'unreadable' ? answer.status : 0;
}
