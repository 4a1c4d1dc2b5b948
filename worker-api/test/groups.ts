import type { GroupReceipt, GroupView } from '@opfsmark/schema/api';
import { sha256Hex } from '../src/base/crypto.ts';
import { addressIn, ask, send } from './client.ts';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';

let made = 0;
const keys = new Map<string, string>();
const keyed = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

/** The key of a group that `makeGroup` made. */
export const keyOfGroup = (groupId: string): string => keys.get(groupId) ?? '';

/** Makes a group with a key of its own; its id. */
export async function makeGroup(name = 'Class 3b'): Promise<string> {
  const key = String(made++).padStart(43, 'g');
  // A network may make only so many.
  const headers = { 'cf-connecting-ip': addressIn(60_000 + made) };
  const response = await send('POST', '/api/v1/groups', { name, deletion_sha256: await sha256Hex(key) }, headers);
  if (response.status !== 201) throw new Error(`no group: ${response.status} ${await response.text()}`);
  const { group_id } = await response.json<GroupReceipt>();
  keys.set(group_id, key);
  return group_id;
}

export async function readGroup(groupId: string, vars = {}): Promise<GroupView> {
  return (await ask(`/api/v1/groups/${groupId}`, {}, vars)).json();
}

export function joinGroup(
  groupId: string,
  runId: string,
  key = DELETION_KEY,
  vars = {},
  network = 0,
): Promise<Response> {
  const headers = { ...keyed(key).headers, 'cf-connecting-ip': addressIn(network) };
  return ask(`/api/v1/groups/${groupId}/runs/${runId}`, { method: 'PUT', headers }, vars);
}

export function leaveGroup(groupId: string, runId: string, key = DELETION_KEY): Promise<Response> {
  return ask(`/api/v1/groups/${groupId}/runs/${runId}`, { method: 'DELETE', ...keyed(key) });
}

export function deleteGroup(groupId: string, key = keyOfGroup(groupId)): Promise<Response> {
  return ask(`/api/v1/groups/${groupId}`, { method: 'DELETE', ...keyed(key) });
}
