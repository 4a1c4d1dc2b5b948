import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { GroupReceipt, GroupView, RunReceipt } from '@opfsmark/schema/api';
import { Board } from '@opfsmark/schema/boards';
import { newRunId, type Problem } from '@opfsmark/schema/documents';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { app } from '../src/app.ts';
import { sha256Hex } from '../src/base/crypto.ts';
import { limitOf } from '../src/base/budgets.ts';
import type { Env } from '../src/base/env.ts';
import { PROBLEMS } from '../src/base/problem.ts';
import { operationsOf, type RoutedOperation } from '../src/openapi/document.ts';
import { type SchemaName, SCHEMAS } from '../src/openapi/schemas.ts';
import { jsonRequest } from './tickets.ts';

/** The longest first: the address of one run is also that of its file. */
const PATTERNS = operationsOf(app)
  .toSorted((a, b) => b.path.length - a.path.length)
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

function operationOf(method: string, path: string): RoutedOperation | undefined {
  const isOf = ({ operation, pattern }: (typeof PATTERNS)[number]) =>
    operation.method === method.toLowerCase() && pattern.test(path);
  return PATTERNS.find(isOf)?.operation;
}

/** Throws where an answer is not as the OpenAPI document says: its status, its media type, its body. */
async function checkConformance(request: Request, response: Response): Promise<void> {
  const path = new URL(request.url).pathname;
  const operation = operationOf(request.method === 'HEAD' ? 'GET' : request.method, path);
  const exchange = `${request.method} ${path} -> ${response.status}`;
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (response.headers.has('retry-after') !== [429, 503].includes(response.status))
    throw new Error(`${exchange}: Retry-After`);
  if (response.status >= 400) {
    if (type !== 'application/problem+json') throw new Error(`${exchange}: ${type} is no problem+json`);
    if (request.method !== 'HEAD') SCHEMAS.Problem.parse(await response.clone().json());
    const documentedStatuses = operation?.problems.map((kind): number => PROBLEMS[kind][0]) ?? [404, 405];
    if (!documentedStatuses.includes(response.status)) throw new Error(`${exchange} is not documented`);
    return;
  }
  if (!operation || response.status === 304 || request.method === 'HEAD') return;
  const answer = operation.answers[response.status];
  if (answer === undefined) throw new Error(`${exchange} is not documented`);
  if (answer === 'none') return;
  if (answer === 'json' || Object.hasOwn(SCHEMAS, answer)) {
    if (type !== 'application/json') throw new Error(`${exchange}: ${type} is not JSON`);
    const body: unknown = await response.clone().json();
    if (answer !== 'json') SCHEMAS[answer as SchemaName].parse(body);
  } else if (type !== answer) throw new Error(`${exchange}: ${type} is not ${answer}`);
}

const ORIGIN = 'https://opfsmark.test';

/** Sends a request to the app, waits for what it does after answering, and checks the answer against the OpenAPI document. */
export async function ask(path: string, init: RequestInit = {}, bindings: Partial<Env> = {}): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request(`${ORIGIN}${path}`, { duplex: 'half', ...init } as RequestInit);
  // The facts that Cloudflare has of a connection: the Request of Node.js has no such field.
  const { cf } = init as { cf?: object };
  if (cf !== undefined && request.cf === undefined) Object.defineProperty(request, 'cf', { value: cf });
  const bodylessRequest = new Request(`${ORIGIN}${path}`, { method: request.method });
  const response = await app.fetch(request, { ...env, ...bindings }, context);
  await waitOnExecutionContext(context);
  await checkConformance(bodylessRequest, response);
  return response;
}

export function send(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return ask(path, jsonRequest(method, JSON.stringify(body), headers));
}

export function put(
  runId: string,
  upload: unknown,
  init: RequestInit = {},
  bindings: Partial<Env> = {},
): Promise<Response> {
  return ask(`/api/v1/runs/${runId}`, { ...jsonRequest('PUT', JSON.stringify(upload)), ...init }, bindings);
}

export async function publish(
  upload: unknown,
  runId = newRunId(),
  network = 0,
  bindings: Partial<Env> = {},
): Promise<RunReceipt> {
  const init = jsonRequest('PUT', JSON.stringify(upload), { 'cf-connecting-ip': addressIn(network) });
  const response = await put(runId, upload, init, bindings);
  if (response.status !== 201) throw new Error(`not published: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Writes of 1 MiB by device. */
export const BOARD = 'device.seq1m_q8t1_write.shared';

export async function readBoard(id = BOARD, bindings: Partial<Env> = {}): Promise<Board> {
  return Board.parse(await (await ask(`/api/v1/boards/${id}`, {}, bindings)).json());
}

/** The SQLite of Node.js does not say how many rows a statement read: what is about that is for D1. */
export const COUNTS_ROWS = !('ON_NODE' in env);

/** Rows that D1 read and wrote for an answer, where METER_D1 is on. */
export function rowsOf(response: Response): { readonly read: number; readonly written: number } {
  const match = /rows-read;dur=(\d+), rows-written;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '');
  return { read: Number(match?.[1]), written: Number(match?.[2]) };
}

/** How many bytes an upload was charged with, where nothing else came from its network. */
export function chargedBytes({ headers }: Response): number {
  const quota = /q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1];
  return Number(quota) - Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

/** A budget in which a network may send so many runs that are charged with so many bytes. */
export function roomFor(runs: number, bytes: number): Pick<Env, 'MAX_PROVIDER_BYTES_PER_DAY'> {
  const unit = { MAX_PROVIDER_BYTES_PER_DAY: '1e9', MAX_DATABASE_BYTES_PER_DAY: '1e9' };
  const share = limitOf('network', 'upload', unit).bytes / 1e9;
  return { MAX_PROVIDER_BYTES_PER_DAY: String(((runs + 0.01) * bytes) / share) };
}

export const MODERATOR_TOKEN = 'a-long-token-of-the-moderators';
/** Turns moderation on. */
export const MODERATED = { ADMIN_TOKEN_SHA256: await sha256Hex(MODERATOR_TOKEN) };

export function moderate(method: string, path: string, body?: object, vars: Partial<Env> = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${MODERATOR_TOKEN}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return ask(`/api/v1/admin/v1${path}`, init, { ...MODERATED, ...vars });
}

/** An address in one of 65,536 networks. */
export function addressIn(network: number): string {
  return `10.${network >> 8}.${network & 255}.7`;
}

export function remove(runId: string, key = DELETION_KEY): Promise<Response> {
  return ask(`/api/v1/runs/${runId}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
}

export async function problemOf(response: Response): Promise<Problem> {
  if (response.headers.get('content-type') !== 'application/problem+json')
    throw new Error(`no problem: ${await response.text()}`);
  return response.json();
}

let groupCount = 0;
const keys = new Map<string, string>();
const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

/** The key of a group that `makeGroup` made. */
export const keyOfGroup = (groupId: string): string => keys.get(groupId) ?? '';

/** Makes a group with a key of its own; its id. */
export async function makeGroup(name = 'Class 3b'): Promise<string> {
  const key = String(groupCount++).padStart(43, 'g');
  // A network may make only so many.
  const headers = { 'cf-connecting-ip': addressIn(60_000 + groupCount) };
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
  const headers = { ...withKey(key).headers, 'cf-connecting-ip': addressIn(network) };
  return ask(`/api/v1/groups/${groupId}/runs/${runId}`, { method: 'PUT', headers }, vars);
}

export function leaveGroup(groupId: string, runId: string, key = DELETION_KEY): Promise<Response> {
  return ask(`/api/v1/groups/${groupId}/runs/${runId}`, { method: 'DELETE', ...withKey(key) });
}

export function deleteGroup(groupId: string, key = keyOfGroup(groupId)): Promise<Response> {
  return ask(`/api/v1/groups/${groupId}`, { method: 'DELETE', ...withKey(key) });
}
