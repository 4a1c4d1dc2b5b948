import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { RunReceipt } from '@opfsmark/schema/api';
import { newRunId, type Problem } from '@opfsmark/schema/documents';
import type { Env } from '../src/base/env.ts';
import { app } from '../src/app.ts';
import { jsonRequest } from '../tools/tickets.ts';
import { checkConformance } from './conformance.ts';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';

const ORIGIN = 'https://opfsmark.test';

/** Sends a request to the app, waits for what it does after answering, and checks the answer against the OpenAPI document. */
export async function ask(path: string, init: RequestInit = {}, bindings: Partial<Env> = {}): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request(`${ORIGIN}${path}`, init);
  const seen = new Request(`${ORIGIN}${path}`, { method: request.method });
  const response = await app.fetch(request, { ...env, ...bindings }, context);
  await waitOnExecutionContext(context);
  await checkConformance(seen, response);
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

/** Lets the same result be published again: tests have only so many real records. */
export async function forgetResults(): Promise<void> {
  await env.DB.prepare("UPDATE run SET result_hash = ''").run();
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
