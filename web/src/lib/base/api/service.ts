import { type GroupReceipt, RunReceipt, type RunUpload, Ticket } from '@opfsmark/schema/api';
import { call, type Called } from '@opfsmark/schema/client';
import { sha256Hex } from '../local/keeper.ts';
import { Problem } from '@opfsmark/schema/documents';
import type { PlanHead } from '@opfsmark/schema/families';
import * as z from 'zod/mini';

const TIMEOUT_MS = 20_000;
const optionsWith = (key?: string) => ({
  signal: AbortSignal.timeout(TIMEOUT_MS),
  ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
});

/** `null`: no answer came, and the same may be asked again. */
async function orNull<T>(asked: Promise<Called<T>>): Promise<Called<T> | null> {
  return asked.catch(() => null);
}

/** The same key again makes no second group, so a lost answer loses nothing. */
export async function createGroup(name: string, key: string): Promise<Called<GroupReceipt> | null> {
  const body = { name, deletion_sha256: await sha256Hex(key) };
  return orNull(call(fetch, 'post', '/api/v1/groups', { body }, optionsWith()));
}

/** Status of the answer, 0 where none came; 204 and 404 both mean that the group is not there any more. */
export async function deleteGroup(groupId: string, key: string): Promise<number> {
  const path = { group_id: groupId };
  const answer = await orNull(call(fetch, 'delete', '/api/v1/groups/{group_id}', { path }, optionsWith(key)));
  return answer?.status ?? 0;
}

/** Why a run is in no group for good. `gone`: the group or the run is not there. `refused`: for another reason, as a wrong key. */
export type NotJoined = 'full' | 'gone' | 'refused';
/** `later`: it may be asked again. */
export type Joined = 'joined' | 'later' | NotJoined;

/** The limit of a network, a service or a gateway that fails, and success that is somebody else's. */
const isPassing = (status: number) => status === 429 || status >= 500 || status < 300;

/** Adds a run to a group; as often as it is asked, it is in it once. */
export async function joinGroup(
  groupId: string,
  runId: string,
  deletionKey: string,
  send: typeof fetch = fetch,
): Promise<Joined> {
  const path = { group_id: groupId, run_id: runId };
  const address = '/api/v1/groups/{group_id}/runs/{run_id}';
  const answer = await orNull(call(send, 'put', address, { path }, optionsWith(deletionKey)));
  if (answer?.ok) return 'joined';
  if (answer === null || isPassing(answer.status)) return 'later';
  if (answer.status === 409) return 'full';
  return answer.status === 404 || answer.status === 410 ? 'gone' : 'refused';
}

/** Takes a run out of a group, by its own key or the group's; whether it is out. */
export async function leaveGroup(groupId: string, runId: string, key: string): Promise<boolean> {
  const path = { group_id: groupId, run_id: runId };
  const address = '/api/v1/groups/{group_id}/runs/{run_id}';
  const answer = await orNull(call(fetch, 'delete', address, { path }, optionsWith(key)));
  return answer?.ok === true || answer?.status === 410;
}

/** A run must not wait for the network: without an answer by then it goes on without a ticket. */
const TICKET_TIMEOUT_MS = 1500;

/** Asked for just before a run. `null` when offline: such a run is published all the same, but never ranked. */
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
