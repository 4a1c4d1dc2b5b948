import { RunReceipt, type RunUpload, Ticket } from '@opfsmark/schema/api';
import { call, type Called } from '@opfsmark/schema/client';
import type { Joined } from './groups.ts';
import { Problem } from '@opfsmark/schema/documents';
import type { PlanHead } from '@opfsmark/schema/families';
import * as z from 'zod/mini';

const TIMEOUT_MS = 20_000;
/** A run must not wait for the network: without an answer by then it goes on without a ticket. */
const TICKET_TIMEOUT_MS = 1500;

/** Asked for just before a run. `null` when offline: such a run is published all the same, and counts only where everybody is trusted. */
export async function requestTicket(plan: Pick<PlanHead, 'suite' | 'seed'>): Promise<Ticket | null> {
  const body = { suite: plan.suite, plan_seed: plan.seed };
  try {
    const signal = AbortSignal.timeout(TICKET_TIMEOUT_MS);
    const answer = await call(fetch, 'post', '/api/v1/run-tickets', { body }, { signal });
    const ticket = z.safeParse(Ticket, answer.ok ? answer.value : null);
    return ticket.success ? ticket.data : null;
  } catch {
    return null;
  }
}

export type UploadAnswer =
  /** `bookmark`: whoever reads with it sees what was stored. `joined`: where it was to join a group. */
  | {
      readonly kind: 'stored';
      readonly receipt: RunReceipt;
      readonly bookmark: string | null;
      readonly joined?: Joined;
    }
  /** The service said no, in the words of RFC 9457. `retryAfterS`: how long it asks to be left alone. */
  | { readonly kind: 'refused'; readonly problem: Problem; readonly retryAfterS?: number }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unreadable'; readonly status: number };

async function gzip(text: string): Promise<Blob> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(stream).blob();
}

/** Idempotent: the same id with the same body is stored once, however often it is sent. */
export async function putRun(runId: string, upload: RunUpload, send: typeof fetch = fetch): Promise<UploadAnswer> {
  const parts = { path: { run_id: runId }, body: upload };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let answer: Called<RunReceipt>;
  try {
    answer = await call(send, 'put', '/api/v1/runs/{run_id}', parts, { gzip, signal });
  } catch {
    return { kind: 'unreachable' };
  }
  if (!answer.ok) {
    const problem = z.safeParse(Problem, answer.problem);
    if (!problem.success) return { kind: 'unreadable', status: answer.status };
    const retryAfterS = Number(answer.headers.get('retry-after'));
    return { kind: 'refused', problem: problem.data, ...(retryAfterS > 0 && { retryAfterS }) };
  }
  const receipt = z.safeParse(RunReceipt, answer.value);
  if (!receipt.success) return { kind: 'unreadable', status: answer.status };
  return { kind: 'stored', receipt: receipt.data, bookmark: answer.headers.get('x-d1-bookmark') };
}
