import { RunReceipt, Ticket, type RunUpload, type TicketRequest } from '@opfsmark/schema/api';
import { newRunId, Problem, type Declaration } from '@opfsmark/schema/documents';
import type { Plan, RunRecord } from '@opfsmark/schema/families';
import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';

const TICKET_TIMEOUT_MS = 5_000;
const UPLOAD_TIMEOUT_MS = 20_000;
/** The same document under the same id is stored once, however often it is sent. */
const ATTEMPTS = 3;

const headers = { 'content-type': 'application/json' };

/** Proof that a run began after this; `null` where the service gives none: then the run is not ranked. */
export async function requestTicket(service: URL, plan: Plan): Promise<Ticket | null> {
  const request: TicketRequest = { suite: plan.suite, plan_seed: plan.seed };
  try {
    const response = await fetch(new URL('/api/v1/run-tickets', service), {
      method: 'POST',
      headers,
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(TICKET_TIMEOUT_MS),
    });
    const ticket = z.safeParse(Ticket, await response.json());
    return response.ok && ticket.success ? ticket.data : null;
  } catch {
    return null;
  }
}

export type Published =
  | { readonly ok: true; readonly receipt: RunReceipt; readonly permalink: string }
  | { readonly ok: false; readonly why: string };

function refusal(problem: Problem): string {
  const pointers = (problem.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
  return [problem.title, problem.detail ?? '', ...pointers].filter((part) => part !== '').join(' ');
}

/** 32 random bytes, base64url: whoever has it can delete the result. */
export function newDeletionKey(): string {
  return randomBytes(32).toString('base64url');
}

async function put(url: URL, upload: RunUpload): Promise<Response | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await fetch(url, {
        method: 'PUT',
        headers: { ...headers, 'content-encoding': 'gzip' },
        body: gzipSync(JSON.stringify(upload)),
        signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
      });
    } catch {
      // It may have arrived all the same: the service answers the next attempt accordingly.
    }
  }
  return null;
}

export async function publish(
  service: URL,
  record: RunRecord,
  declared: Declaration,
  ticket: Ticket | null,
  deletionKey: string,
): Promise<Published> {
  const deletion_sha256 = createHash('sha256').update(deletionKey).digest('hex');
  const upload: RunUpload = { record, declared, ...(ticket && { ticket }), deletion_sha256 };
  const response = await put(new URL(`/api/v1/runs/${ticket?.run_id ?? newRunId()}`, service), upload);
  if (!response) return { ok: false, why: `${service.origin} does not answer.` };
  const body: unknown = await response.json().catch(() => null);
  const receipt = z.safeParse(RunReceipt, body);
  if (response.ok && receipt.success) {
    return { ok: true, receipt: receipt.data, permalink: new URL(receipt.data.links.html, service).href };
  }
  const problem = z.safeParse(Problem, body);
  if (problem.success) return { ok: false, why: `${service.origin} refused it: ${refusal(problem.data)}` };
  return {
    ok: false,
    why: `${service.origin} answered with status ${response.status} and nothing that could be read.`,
  };
}
