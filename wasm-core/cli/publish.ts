import { RunReceipt, Ticket, type RunUpload } from '@opfsmark/schema/api';
import { call, type Called } from '@opfsmark/schema/client';
import { newRunId, Problem, type Declaration } from '@opfsmark/schema/documents';
import type { Plan, RunRecord } from '@opfsmark/schema/families';
import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';

const TICKET_TIMEOUT_MS = 5_000;
const UPLOAD_TIMEOUT_MS = 20_000;
/** The same document under the same id is stored once, however often it is sent. */
const ATTEMPTS = 3;

/** Proof that a run began after this; `null` where the service gives none: then the run is not ranked. */
export async function requestTicket(service: URL, plan: Plan): Promise<Ticket | null> {
  const body = { suite: plan.suite, plan_seed: plan.seed };
  try {
    const options = { origin: service.origin, signal: AbortSignal.timeout(TICKET_TIMEOUT_MS) };
    const answer = await call(fetch, 'post', '/api/v1/run-tickets', { body }, options);
    const ticket = z.safeParse(Ticket, answer.ok ? answer.value : null);
    return ticket.success ? ticket.data : null;
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

async function put(origin: string, run_id: string, upload: RunUpload): Promise<Called<RunReceipt> | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const options = {
        origin,
        gzip: (text: string) => gzipSync(text),
        signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
      };
      return await call(fetch, 'put', '/api/v1/runs/{run_id}', { path: { run_id }, body: upload }, options);
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
  const answer = await put(service.origin, ticket?.run_id ?? newRunId(), upload);
  if (!answer) return { ok: false, why: `${service.origin} does not answer.` };
  const receipt = z.safeParse(RunReceipt, answer.ok ? answer.value : null);
  if (receipt.success) {
    return { ok: true, receipt: receipt.data, permalink: new URL(receipt.data.links.html, service).href };
  }
  const problem = z.safeParse(Problem, answer.ok ? null : answer.problem);
  if (problem.success) return { ok: false, why: `${service.origin} refused it: ${refusal(problem.data)}` };
  return {
    ok: false,
    why: `${service.origin} answered with status ${answer.status} and nothing that could be read.`,
  };
}
