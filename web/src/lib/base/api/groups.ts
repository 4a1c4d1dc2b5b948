import type { GroupReceipt, GroupView } from '@opfsmark/schema/api';
import { call, type Called } from '@opfsmark/schema/client';

const TIMEOUT_MS = 20_000;
const optionsWith = (key?: string) => ({
  signal: AbortSignal.timeout(TIMEOUT_MS),
  ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
});

/** `null`: no answer came, and the same may be asked again. */
async function orNull<T>(answer: Promise<Called<T>>): Promise<Called<T> | null> {
  return answer.catch(() => null);
}

/** The same key again makes no second group, so a lost answer loses nothing. */
export async function createGroup(name: string, key: string): Promise<Called<GroupReceipt> | null> {
  const body = { name, deletion_sha256: await sha256Hex(key) };
  return orNull(call(fetch, 'post', '/api/v1/groups', { body }, optionsWith()));
}

type GroupNews =
  /** `tag`: of this answer, for asking whether there is another. */
  | { readonly kind: 'changed'; readonly group: GroupView; readonly tag: string | null }
  | { readonly kind: 'same' | 'gone' };

/** The group as it is now, since the answer with this tag; `null`: that is not known, and may be asked again. */
export async function readGroup(
  groupId: string,
  tag: string | null,
  send: typeof fetch = fetch,
): Promise<GroupNews | null> {
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS), headers: tag === null ? {} : { 'if-none-match': tag } };
  const path = { group_id: groupId };
  const answer = await orNull(call(send, 'get', '/api/v1/groups/{group_id}', { path }, options));
  if (answer?.ok) return { kind: 'changed', group: answer.value, tag: answer.headers.get('etag') };
  if (answer?.status === 304) return { kind: 'same' };
  return answer?.status === 404 ? { kind: 'gone' } : null;
}

/** Status of the answer, 0 where none came; 204 and 404 both mean that the group is not there any more. */
export async function deleteGroup(groupId: string, key: string): Promise<number> {
  const path = { group_id: groupId };
  const answer = await orNull(call(fetch, 'delete', '/api/v1/groups/{group_id}', { path }, optionsWith(key)));
  return answer?.status ?? 0;
}

/** Why a run could not join a group, which is known before anything is measured; `null`: it can, or nothing is known. */
export type GroupRefusal = 'closed' | 'full' | 'gone';

export async function refusalOf(groupId: string, send: typeof fetch = fetch): Promise<GroupRefusal | null> {
  const news = await readGroup(groupId, null, send);
  if (news?.kind === 'gone') return 'gone';
  if (news?.kind !== 'changed') return null;
  if (news.group.closed) return 'closed';
  return news.group.runs.length >= news.group.max_runs ? 'full' : null;
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
  nickname = '',
  send: typeof fetch = fetch,
): Promise<Joined> {
  const path = { group_id: groupId, run_id: runId };
  const address = '/api/v1/groups/{group_id}/runs/{run_id}';
  const answer = await orNull(
    call(send, 'put', address, { path, body: nickname === '' ? {} : { nickname } }, optionsWith(deletionKey)),
  );
  if (answer?.ok) return 'joined';
  if (answer === null || isPassing(answer.status)) return 'later';
  if (answer.status === 409) return 'full';
  return answer.status === 404 || answer.status === 410 ? 'gone' : 'refused';
}

type FoundGroup =
  | { readonly kind: 'found'; readonly id: string; readonly name: string }
  | { readonly kind: 'form' | 'unknown' | 'tooMany' | 'other' };

/** The open group with a code. */
export async function findGroup(code: string): Promise<FoundGroup> {
  const answer = await orNull(call(fetch, 'post', '/api/v1/group-codes', { body: { code } }, optionsWith()));
  if (answer?.ok) return { kind: 'found', id: answer.value.group_id, name: answer.value.name };
  if (answer?.status === 404) return { kind: 'unknown' };
  if (answer?.status === 422) return { kind: 'form' };
  return { kind: answer?.status === 429 ? 'tooMany' : 'other' };
}

/** Puts back what the group's key has taken out; whether it is in again. */
export async function restoreRuns(groupId: string, runIds: readonly string[], key: string): Promise<boolean> {
  const request = { path: { group_id: groupId }, body: { run_ids: [...runIds] } };
  return (
    (await orNull(call(fetch, 'post', '/api/v1/groups/{group_id}/restore', request, optionsWith(key))))?.ok === true
  );
}

/** Takes a run out of a group, by its own key or the group's; whether it is out. */
export async function leaveGroup(groupId: string, runId: string, key: string): Promise<boolean> {
  const path = { group_id: groupId, run_id: runId };
  const address = '/api/v1/groups/{group_id}/runs/{run_id}';
  const answer = await orNull(call(fetch, 'delete', address, { path }, optionsWith(key)));
  return answer?.ok === true || answer?.status === 410;
}

/** Closes a group to new runs, or opens it; whether it is so now. */
export async function lockGroup(groupId: string, isClosed: boolean, key: string): Promise<boolean> {
  const request = { path: { group_id: groupId }, body: { closed: isClosed } };
  return (await orNull(call(fetch, 'post', '/api/v1/groups/{group_id}/lock', request, optionsWith(key))))?.ok === true;
}

/** Takes a run out of a group with all others of its machine, or that its network added, by the group's key; which are out. */
export async function clearAlike(
  what: 'machine' | 'network',
  groupId: string,
  runId: string,
  key: string,
): Promise<readonly string[] | null> {
  const path = { group_id: groupId, run_id: runId };
  const address = `/api/v1/groups/{group_id}/runs/{run_id}/${what}` as const;
  const answer = await orNull(call(fetch, 'delete', address, { path }, optionsWith(key)));
  return answer?.ok ? answer.value.run_ids : null;
}

/** The SHA-256 of a text, in hex. */
export async function sha256Hex(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
