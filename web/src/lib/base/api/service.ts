import { RunReceipt, Ticket, type RunUpload, type TicketRequest } from '@opfsmark/schema/api';
import { Problem } from '@opfsmark/schema/documents';
import type { PlanHead } from '@opfsmark/schema/families';
import * as z from 'zod/mini';

/** A run must not wait for the network: without an answer by then it goes on without a ticket. */
const TICKET_TIMEOUT_MS = 1500;
const UPLOAD_TIMEOUT_MS = 20_000;

/** Asked for just before a run. `null` when offline: such a run is published all the same, but never ranked. */
export async function requestTicket(plan: Pick<PlanHead, 'suite' | 'seed'>): Promise<Ticket | null> {
  const request: TicketRequest = { suite: plan.suite, plan_seed: plan.seed };
  try {
    const response = await fetch('/api/v1/run-tickets', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(TICKET_TIMEOUT_MS),
    });
    const ticket = z.safeParse(Ticket, await response.json());
    return response.ok && ticket.success ? ticket.data : null;
  } catch {
    return null;
  }
}

export type UploadAnswer =
  /** `bookmark`: whoever reads with it sees what was stored. */
  | { readonly kind: 'stored'; readonly receipt: RunReceipt; readonly bookmark: string | null }
  /** The service said no, in the words of RFC 9457. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unreadable'; readonly status: number };

async function gzip(text: string): Promise<Blob> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(stream).blob();
}

/** Idempotent: the same id with the same body is stored once, however often it is sent. */
export async function putRun(runId: string, upload: RunUpload, send: typeof fetch = fetch): Promise<UploadAnswer> {
  let response: Response;
  let body: unknown;
  try {
    response = await send(`/api/v1/runs/${runId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: await gzip(JSON.stringify(upload)),
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    });
    body = await response.json().catch(() => null);
  } catch {
    return { kind: 'unreachable' };
  }
  if (response.ok) {
    const receipt = z.safeParse(RunReceipt, body);
    if (receipt.success)
      return { kind: 'stored', receipt: receipt.data, bookmark: response.headers.get('x-d1-bookmark') };
  } else {
    const problem = z.safeParse(Problem, body);
    if (problem.success) return { kind: 'refused', problem: problem.data };
  }
  return { kind: 'unreadable', status: response.status };
}
