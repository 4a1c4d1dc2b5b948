import { RunReceipt, Ticket, type RunUpload } from '@opfsmark/schema/api';
import { call, type Called } from '@opfsmark/schema/client';
import { newRunId, Problem, type Declaration } from '@opfsmark/schema/documents';
import type { Plan, RunRecord } from '@opfsmark/schema/families';
import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { KeptUpload } from './kept.ts';

const TICKET_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 20_000;
/** The same document under the same id is stored once, however often it is sent. */
const ATTEMPTS = 3;

/** What a service answers when it is asked for a ticket; without one, a run is not ranked. */
export type TicketAnswer =
  { readonly kind: 'given'; readonly ticket: Ticket } | { readonly kind: 'refused' } | { readonly kind: 'unreachable' };

/** Asks for proof that a run began after this. */
export async function requestTicket(service: URL, plan: Plan): Promise<TicketAnswer> {
  const body = { suite: plan.suite, plan_seed: plan.seed };
  try {
    const options = { origin: service.origin, signal: AbortSignal.timeout(TICKET_TIMEOUT_MS) };
    const answer = await call(fetch, 'post', '/api/v1/run-tickets', { body }, options);
    const ticket = z.safeParse(Ticket, answer.ok ? answer.value : null);
    return ticket.success ? { kind: 'given', ticket: ticket.data } : { kind: 'refused' };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** 32 random bytes, base64url. It does not begin like an option, because it is given to the command line. */
function newDeletionKey(): string {
  const key = randomBytes(32).toString('base64url');
  return key.startsWith('-') ? newDeletionKey() : key;
}

/** All that is sent of a record, and what only its publisher knows. */
export function uploadOf(
  service: URL,
  record: RunRecord,
  declared: Declaration,
  ticket: Ticket | null = null,
): KeptUpload {
  const deletion_key = newDeletionKey();
  const deletion_sha256 = createHash('sha256').update(deletion_key).digest('hex');
  const upload: RunUpload = { record, declared, ...(ticket && { ticket }), deletion_sha256 };
  return { service: service.origin, run_id: ticket?.run_id ?? newRunId(), deletion_key, upload };
}

type Published =
  | { readonly kind: 'stored'; readonly receipt: RunReceipt; readonly permalink: string }
  | { readonly kind: 'refused'; readonly why: string; readonly next: NextStep };

/**
 * What helps after a refusal. `rename`: other words. `delete`: an earlier attempt was stored, with other words. `nothing`: the
 * result is published, or was deleted.
 */
export type NextStep = 'again' | 'rename' | 'delete' | 'nothing';

function nextStepAfter({ type, errors = [] }: Problem): NextStep {
  if (type.endsWith('/conflict')) return 'delete';
  if (type.endsWith('/repeated') || type.endsWith('/gone')) return 'nothing';
  return errors.some(({ pointer }) => pointer.startsWith('/declared/')) ? 'rename' : 'again';
}

function sentenceOf(problem: Problem): string {
  const pointers = (problem.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
  return [problem.title, problem.detail ?? '', ...pointers].filter((part) => part !== '').join('. ');
}

const problemOf = (answer: Called<unknown>): Problem | null => {
  const problem = z.safeParse(Problem, answer.ok ? null : answer.problem);
  return problem.success ? problem.data : null;
};

/** `null`: there was no answer. */
async function askOften<T>(ask: (signal: AbortSignal) => Promise<Called<T>>): Promise<Called<T> | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await ask(AbortSignal.timeout(REQUEST_TIMEOUT_MS));
    } catch {
      // It may have arrived all the same: the service answers the next attempt accordingly.
    }
  }
  return null;
}

export const permalinkOf = (service: string, runId: string): string => new URL(`/r/${runId}`, service).href;

export async function publish({ service, run_id, upload }: KeptUpload): Promise<Published> {
  const refused = (why: string) => ({ kind: 'refused', why, next: 'again' }) as const;
  const gzip = (text: string) => gzipSync(text);
  const answer = await askOften((signal) =>
    call(fetch, 'put', '/api/v1/runs/{run_id}', { path: { run_id }, body: upload }, { origin: service, gzip, signal }),
  );
  if (!answer) return refused(`${service} does not answer.`);
  const receipt = z.safeParse(RunReceipt, answer.ok ? answer.value : null);
  if (receipt.success) {
    return { kind: 'stored', receipt: receipt.data, permalink: new URL(receipt.data.links.html, service).href };
  }
  const problem = problemOf(answer);
  if (!problem) return refused(`${service} answered with status ${answer.status} and nothing that could be read.`);
  return {
    kind: 'refused',
    why: `${service} refused it: ${sentenceOf(problem)}.`.replace(/\.\.$/, '.'),
    next: nextStepAfter(problem),
  };
}

/** What became of a request to delete a result, and in a sentence why it failed. */
export async function deleteRun(
  service: URL,
  runId: string,
  key: string,
): Promise<{ readonly isDeleted: boolean; readonly sentence: string }> {
  const { origin } = service;
  const headers = { authorization: `Bearer ${key}` };
  const answer = await askOften((signal) =>
    call(fetch, 'delete', '/api/v1/runs/{run_id}', { path: { run_id: runId } }, { origin, headers, signal }),
  );
  const failed = (sentence: string) => ({ isDeleted: false, sentence });
  if (!answer) return failed(`${origin} does not answer. Try again later, or name another: --service URL.`);
  if (answer.ok) return { isDeleted: true, sentence: `${runId} was deleted from ${origin}.` };
  switch (answer.status) {
    // An earlier answer may have been lost.
    case 410:
      return { isDeleted: true, sentence: `${runId} was deleted from ${origin} before.` };
    case 403:
      return failed(`This is not the deletion key of ${runId}. Give the one that was printed when it was published.`);
    case 404:
      return failed(`${origin} has no result ${runId}. If it was published elsewhere, say where: --service URL.`);
    default: {
      const problem = problemOf(answer);
      const said = problem ? `: ${sentenceOf(problem)}` : ` with status ${answer.status}`;
      return failed(`${origin} did not delete it${said}. Try again later.`);
    }
  }
}
